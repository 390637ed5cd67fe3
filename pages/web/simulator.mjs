/* tmr0 in a worker of its own, which can be stopped. */
const LIMIT_S = 60;

export class Simulator {
    #source;
    #module;
    #worker;
    #waiting = new Map();
    #requests = 0;

    /* source: the worker's script; module: promise of the compiled WebAssembly */
    constructor(source, module) {
        this.#source = source;
        this.#module = module;
    }

    async #start() {
        const module = await this.#module;
        if (this.#worker)
            return this.#worker;
        const url = URL.createObjectURL(new Blob([this.#source], {type: 'text/javascript'}));
        this.#worker = new Worker(url);
        URL.revokeObjectURL(url);
        this.#worker.onmessage = ({data}) => this.#settle(data.id, data.failure, data.result);
        this.#worker.onerror = event => this.stop(`The simulator ended: ${event.message ?? 'out of memory'}.`);
        this.#worker.postMessage(module);
        return this.#worker;
    }

    #settle(id, failure, result) {
        const waiting = this.#waiting.get(id);
        if (!waiting)
            return;
        this.#waiting.delete(id);
        clearTimeout(waiting.timer);
        waiting.resolve(failure ? Promise.reject(new Error(failure)) : result);
    }

    /* Promises what command.mjs does; with `waves`, the name of a VCD file among request.read, what vcd.mjs reads. */
    run(request, waves) {
        const id = ++this.#requests;
        return new Promise(resolve => {
            const timer = setTimeout(() => this.stop(`Stopped after ${LIMIT_S} s, the limit of this page.`), LIMIT_S * 1000);
            this.#waiting.set(id, {resolve, timer});
            /* Stopped meanwhile, it is not for the worker that has taken the place of the first. */
            this.#start().then(worker => this.#waiting.has(id) && worker.postMessage({id, request, waves}),
                error => this.#settle(id, error.message));
        });
    }

    get busy() {
        return this.#waiting.size > 0;
    }

    /* Ends what is under way; it fails with that reason. */
    stop(reason) {
        this.#worker?.terminate();
        this.#worker = undefined;
        for (const id of [...this.#waiting.keys()])
            this.#settle(id, reason);
    }
}
