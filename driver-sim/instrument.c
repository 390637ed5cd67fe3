/* SPDX-License-Identifier: MIT */
#include "instrument.h"

#define PAUSE_STEP 7919U /* cycles: a prime, so that samples begin at all phases of the interrupts */
#define PAUSE_MAX 4096U

struct session {
    struct instrument *own;
    struct process *process;
    struct tmr_user user;
    int fd;
};

static void yield(void *arg)
{
    sys_yield(arg);
}

static int start(struct session *s)
{
    const struct instrument *own = s->own;
    const uint32_t mode = TMR_COUNT64;
    struct vcpu *cpu = s->process->kernel->cpu;
    if (own->path == INSTRUMENT_CALL || own->path == INSTRUMENT_TIME)
        return 0;
    s->fd = sys_open(s->process, KERNEL_DEVICE, 0);
    if (s->fd < 0)
        return s->fd;
    if (own->path == INSTRUMENT_FILE) {
        (void)vcpu_copy_out(cpu, VCPU_RAM, &mode, sizeof mode);
        return sys_ioctl(s->process, s->fd, TMR_SET_MODE, VCPU_RAM);
    }
    const int64_t address = sys_mmap(s->process, s->fd, 0, VCPU_PAGE);
    if (address < 0)
        return (int)address;
    s->user = (struct tmr_user){.defence = own->path == INSTRUMENT_LOCKED ? TMR_LOCKED : TMR_PLAIN,
                                .tries = TMR_TRIES,
                                .lock = own->lock,
                                .yield = yield,
                                .arg = s->process};
    tmr_chip_open(&s->user.chip, cpu, (uint32_t)address, own->direct, own->waits);
    return 0;
}

static bool take(struct session *s, uint64_t *value)
{
    struct vcpu *cpu = s->process->kernel->cpu;
    struct tmr_timeval time = {0, 0};
    uint32_t count = 0;
    int size;
    *value = 0;
    switch (s->own->path) {
    case INSTRUMENT_TIME:
        size = sys_gettime(s->process, TMR_TIMEVAL, VCPU_RAM);
        (void)vcpu_copy_in(cpu, &time, VCPU_RAM, sizeof time);
        *value = time.sec * UINT64_C(1000000) + time.usec;
        return size > 0;
    case INSTRUMENT_CALL:
        size = sys_gettime(s->process, TMR_COUNT32, VCPU_RAM);
        (void)vcpu_copy_in(cpu, &count, VCPU_RAM, sizeof count);
        *value = count;
        return size > 0;
    case INSTRUMENT_FILE:
        size = sys_read(s->process, s->fd, VCPU_RAM, sizeof *value);
        (void)vcpu_copy_in(cpu, value, VCPU_RAM, sizeof *value);
        return size > 0;
    default:
        return tmr_user_count(&s->user, 2, value);
    }
}

static void time_once(struct session *s, struct sample *sample)
{
    const struct instrument *own = s->own;
    const uint64_t interrupts = s->process->interrupts, descheduled = s->process->descheduled;
    const uint64_t begin = own->true_ps(own->true_arg);
    const bool first = take(s, &sample->first);
    if (own->draw && own->dither)
        vcpu_work(s->process->kernel->cpu, own->draw(own->true_arg, own->dither));
    const uint64_t inner = own->true_ps(own->true_arg);
    vcpu_work(s->process->kernel->cpu, own->work);
    const uint64_t inner_end = own->true_ps(own->true_arg);
    const bool second = take(s, &sample->second);
    sample->good = first && second;
    sample->least_ps = inner_end - inner;
    sample->most_ps = own->true_ps(own->true_arg) - begin;
    sample->interrupts = s->process->interrupts - interrupts;
    sample->descheduled = s->process->descheduled - descheduled;
}

void instrument_main(struct process *process, void *arg)
{
    struct session s = {.own = arg, .process = process, .fd = -1};
    s.own->error = start(&s);
    for (uint32_t n = 0; n < s.own->samples && !s.own->error; n++) {
        time_once(&s, &s.own->sample[n]);
        vcpu_work(process->kernel->cpu,
                  s.own->draw ? s.own->draw(s.own->true_arg, PAUSE_MAX) : n * PAUSE_STEP % PAUSE_MAX);
    }
}
