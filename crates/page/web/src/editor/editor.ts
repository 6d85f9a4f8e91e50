/** The rules editor. It lives in a shadow root: there CodeMirror's styles are constructed sheets, which the
 *  Content-Security-Policy allows, and not `<style>` elements, which it refuses. */

import { autocompletion, closeBrackets, type CompletionContext, type CompletionResult, completionKeymap, snippet } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, Prec, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, hoverTooltip, keymap, lineNumbers, WidgetType } from '@codemirror/view';
import type { Completion, Example, Finding, Hover } from '../lib/api';
import { toUtf16, toUtf8 } from '../lib/offsets';
import { language } from './language';

export interface Wishes {
  parent: HTMLElement;
  text: string;
  label: string;
  onchange: (text: string) => void;
  onsolve: () => void;
  hover: (text: string, offset: number) => Promise<Hover | null>;
  complete: (text: string, offset: number) => Promise<Completion[]>;
}

export interface Editor {
  text: () => string;
  setText: (text: string) => void;
  /** Replaces some bytes, as a help line says. */
  edit: (span: { start: number; end: number }, text: string) => void;
  findings: (findings: readonly Finding[], fix: (help: string) => string) => void;
  examples: (examples: readonly Example[]) => void;
  setLabel: (label: string) => void;
  goTo: (finding: Finding) => void;
  destroy: () => void;
}

class Result extends WidgetType {
  constructor(readonly text: string, readonly ok: boolean | null) {
    super();
  }
  override eq(other: Result): boolean {
    return other.text === this.text && other.ok === this.ok;
  }
  override toDOM(): HTMLElement {
    const span = document.createElement('span');
    span.className = `result ${this.ok === null ? 'open' : this.ok ? 'ok' : 'bad'}`;
    // What came out of an example begins with its sign.
    span.textContent = /^[✓✗]/.test(this.text) ? this.text : `${this.ok === null ? '…' : this.ok ? '✓' : '✗'} ${this.text}`;
    span.title = this.text;
    return span;
  }
}

const setResults = StateEffect.define<readonly Example[]>();
const results = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(old, transaction) {
    let now = old.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setResults)) continue;
      const doc = transaction.state.doc;
      const lines = effect.value.filter((example) => example.line >= 1 && example.line <= doc.lines).sort((a, b) => a.line - b.line);
      now = Decoration.set(lines.map((example) => Decoration.widget({ widget: new Result(example.text, example.ok), side: 1 }).range(doc.line(example.line).to)));
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent', fontSize: 'var(--t-0)', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.65', overflow: 'auto' },
  // As wide as its room, however long the results behind its lines are.
  '.cm-content': { caretColor: 'var(--ink)', padding: '12px 0', minWidth: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--ink-2)', border: 'none', paddingLeft: '4px' },
  // What does not fit goes on below, further in than any line begins.
  '.cm-line': { padding: '0 16px 0 calc(4px + 4ch)', textIndent: '-4ch' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--focus) 24%, transparent) !important' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--best-bg)', outline: '1px solid var(--best)' },
  '.result': { marginLeft: '16px', padding: '1px 8px', borderRadius: '6px', font: '500 12px/1.5 var(--font)', color: 'var(--ink-2)', backgroundColor: 'var(--quiet)', display: 'inline-block', boxSizing: 'border-box', maxWidth: 'calc(100% - 16px)', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', textIndent: '0', verticalAlign: 'bottom' },
  '.result.ok': { color: 'var(--win)', backgroundColor: 'var(--win-bg)' },
  '.result.bad': { color: 'var(--error)', backgroundColor: 'var(--error-bg)' },
  '.cm-tooltip': { color: 'var(--ink)', backgroundColor: 'var(--panel)', border: '1px solid var(--line-2)', borderRadius: '8px', boxShadow: 'var(--shadow)', maxWidth: '32rem', fontFamily: 'var(--font)' },
  '.cm-tooltip.hover': { padding: '6px 10px', whiteSpace: 'pre-wrap', fontSize: 'var(--t-0)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: 'var(--t-0)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--quiet)', color: 'var(--ink)' },
  '.cm-tooltip.cm-completionInfo': { whiteSpace: 'pre-wrap', padding: '8px 10px', fontSize: 'var(--t-0)' },
  '.cm-completionDetail': { color: 'var(--ink-2)', fontStyle: 'normal', marginLeft: '1em' },
  '.cm-diagnostic': { fontFamily: 'var(--font)', padding: '6px 10px' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--error)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--best)' },
  '.cm-diagnosticAction': { font: '500 12px var(--font)', color: 'var(--on-button)', backgroundColor: 'var(--button)', borderRadius: '6px', padding: '3px 8px', marginLeft: '0', marginTop: '4px', display: 'block', whiteSpace: 'normal', textAlign: 'left' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--error) 1.5px', textUnderlineOffset: '3px' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--best) 1.5px', textUnderlineOffset: '3px' },
});

/** Explanations are Markdown; shown as text, only its fences are in the way. */
const unfenced = (text: string): string => text.replace(/^```.*\n?/gm, '').trim();

export function create(wishes: Wishes): Editor {
  const root = wishes.parent.shadowRoot ?? wishes.parent.attachShadow({ mode: 'open' });
  const label = new Compartment();
  const named = (text: string) => EditorView.contentAttributes.of({ 'aria-label': text });

  async function complete(context: CompletionContext): Promise<CompletionResult | null> {
    const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
    if (word === null && !context.explicit) return null;
    const text = context.state.doc.toString();
    const found = await wishes.complete(text, toUtf8(text, context.pos)).catch(() => []);
    const [first] = found;
    if (first === undefined) return null;
    const [from] = toUtf16(text, [first.span.start]);
    return {
      from: from ?? context.pos,
      options: found.map((one) => ({ label: one.label, detail: one.detail, apply: one.snippet === null ? one.insert : snippet(one.snippet.replace(/\$(\d+)/g, '${$1}')), ...(one.about ? { info: unfenced(one.about) } : {}) })),
      validFor: /^[\p{L}_][\p{L}\p{N}_]*$/u,
    };
  }

  const hover = hoverTooltip(async (view, unit) => {
    const text = view.state.doc.toString();
    const found = await wishes.hover(text, toUtf8(text, unit)).catch(() => null);
    if (found === null || !found.text) return null;
    const [pos, end] = toUtf16(text, [found.span.start, found.span.end]);
    return {
      pos: pos ?? unit,
      ...(end === undefined ? {} : { end }),
      create: () => {
        const dom = document.createElement('div');
        dom.className = 'hover';
        dom.textContent = unfenced(found.text);
        return { dom };
      },
    };
  });

  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: wishes.text,
      extensions: [
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => (wishes.onsolve(), true) }, { key: 'Escape', run: (view) => (view.contentDOM.blur(), true) }])),
        lineNumbers(),
        EditorView.lineWrapping,
        lintGutter(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        indentUnit.of('  '),
        autocompletion({ override: [complete], icons: false }),
        hover,
        language,
        look,
        results,
        label.of(named(wishes.label)),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) wishes.onchange(update.state.doc.toString());
        }),
        // Tab leaves the editor, as it leaves every field; Mod-] and Mod-[ indent.
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
      ],
    }),
  });

  const edit = (span: { start: number; end: number }, insert: string): void => {
    const text = view.state.doc.toString();
    const [from = 0, to = 0] = toUtf16(text, [span.start, span.end]);
    view.dispatch({ changes: { from, to, insert } });
  };

  return {
    text: () => view.state.doc.toString(),
    setText(text) {
      if (text !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    edit,
    findings(findings, fix) {
      const text = view.state.doc.toString();
      const placed = findings.filter((finding) => finding.span !== undefined);
      const ends = toUtf16(text, placed.flatMap((finding) => [finding.span?.start ?? 0, finding.span?.end ?? 0]));
      const diagnostics: Diagnostic[] = placed.map((finding, index) => ({
        from: ends[2 * index] ?? 0,
        to: ends[2 * index + 1] ?? 0,
        severity: finding.severity,
        source: finding.code,
        message: [finding.message, ...finding.notes].join('\n'),
        actions: finding.help.flatMap((help) => {
          const change = help.edit;
          return change === undefined ? [] : [{ name: fix(help.text), apply: () => edit(change.span, change.text) }];
        }),
      }));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    examples: (examples) => view.dispatch({ effects: setResults.of(examples) }),
    setLabel: (text) => view.dispatch({ effects: label.reconfigure(named(text)) }),
    goTo(finding) {
      const [anchor = 0] = toUtf16(view.state.doc.toString(), [finding.span?.start ?? 0]);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}
