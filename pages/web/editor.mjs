/* The editor: CodeMirror with the scenario language, whose errors `check` finds. */
import {autocompletion} from '@codemirror/autocomplete';
import {defaultKeymap, history, historyKeymap} from '@codemirror/commands';
import {HighlightStyle, StreamLanguage, syntaxHighlighting} from '@codemirror/language';
import {lintGutter, linter} from '@codemirror/lint';
import {EditorState} from '@codemirror/state';
import {EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers} from '@codemirror/view';
import {tags} from '@lezer/highlight';

/* The first word of a line or block names the statement. */
const language = StreamLanguage.define({
    name: 'scenario',
    startState: () => ({first: true}),
    token(stream, state) {
        if (stream.sol())
            state.first = true;
        if (stream.eatSpace())
            return null;
        if (stream.match(/#.*/))
            return 'comment';
        const {first} = state;
        state.first = stream.peek() === '{' || stream.peek() === '}';
        if (stream.match(/(0x[\da-f]+|0b[01]+|\d+(\.\d+)?)(ps|ns|us|ms|s|min|h|d|[kMG]?Hz)?/i))
            return 'number';
        if (stream.match(/\$\w+/))
            return 'variableName';
        if (stream.match(/T[A-Z]{2,}[A-Z_]*/))
            return 'typeName';
        if (stream.match(/[a-z][\w.:-]*/i))
            return first ? 'keyword' : 'propertyName';
        stream.next();
        return 'operator';
    },
    languageData: {commentTokens: {line: '#'}}
});

/* Colours of the page, for both schemes */
const style = HighlightStyle.define([
    {tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic'},
    {tag: tags.keyword, color: 'var(--link)', fontWeight: '700'},
    {tag: tags.number, color: 'var(--some)'},
    {tag: tags.typeName, color: 'var(--bad)'},
    {tag: tags.variableName, color: 'var(--good)'}
]);

const diagnostics = (doc, errors) => [...errors.matchAll(/^tmr0: [^\n]*?:(\d+): (.*)$/gm)].map(([, number, message]) => {
    const {from, to} = doc.line(Math.min(Number(number), doc.lines));
    return {from, to, severity: 'error', message};
});

/* What follows the word before; at the beginning of a line or block, what follows ''. */
const completion = words => autocompletion({selectOnOpen: false, override: [({state, pos}) => {
    const {from, text} = state.doc.lineAt(pos);
    const [, before = '', begun] = /^(?:[^#]*?(\S+)\s+)?(\S*)$/.exec(text.slice(0, pos - from)) ?? [];
    const labels = words[before === '{' ? '' : before]?.filter(label => label !== begun);
    return begun === undefined || !labels ? null : {from: pos - begun.length, options: labels.map(label => ({label}))};
}]});

/* check: promises what tmr0 prints of a text's errors. words: lists of those that may follow a word. changed: called
 * with each new text. */
export class Editor {
    constructor(parent, check, words, changed) {
        this.view = new EditorView({
            parent,
            state: EditorState.create({extensions: [
                lineNumbers(), history(), drawSelection(), highlightActiveLine(), language, completion(words),
                syntaxHighlighting(style), lintGutter(), keymap.of([...defaultKeymap, ...historyKeymap]),
                linter(async ({state}) => diagnostics(state.doc, await check(state.doc.toString())), {delay: 300}),
                EditorView.contentAttributes.of({'aria-label': 'Scenario'}),
                EditorView.updateListener.of(update => update.docChanged && changed(this.text))
            ]})
        });
    }
    get text() {
        return this.view.state.doc.toString();
    }
    set text(text) {
        this.view.dispatch({changes: {from: 0, to: this.view.state.doc.length, insert: text}});
    }
    goTo(number) {
        const {from, to} = this.view.state.doc.line(Math.min(number, this.view.state.doc.lines));
        this.view.dispatch({selection: {anchor: from, head: to}, effects: EditorView.scrollIntoView(from, {y: 'center'})});
    }
}
