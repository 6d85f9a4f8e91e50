/** The rules editor. It lives in a shadow root: there CodeMirror's styles are constructed sheets, which the
 *  Content-Security-Policy allows, and not `<style>` elements, which it refuses. */

import { autocompletion, closeBrackets, type CompletionContext, type CompletionResult, completionKeymap, snippet } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, Prec, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, hoverTooltip, keymap, lineNumbers, WidgetType } from '@codemirror/view';
import type { Bytes, Completion, Example, Finding, Hover, Lens } from '../lib/api';
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
  /** Where the name at a place is declared. */
  define: (text: string, offset: number) => Promise<Bytes | null>;
  /** Another name is wanted for what stands at a place. */
  onrename: (text: string, offset: number) => void;
  onlens: (lens: Lens) => void;
}

export interface Editor {
  text: () => string;
  setText: (text: string) => void;
  /** Replaces some bytes, as a help line says; several pieces at one stroke. */
  edit: (edits: readonly { span: Bytes; text: string }[]) => void;
  findings: (findings: readonly Finding[], fix: (help: string) => string) => void;
  /** What stands behind lines; `running`: those of examples are of the text before the last change. */
  examples: (examples: readonly Example[], running: boolean) => void;
  /** Commands over lines. */
  lenses: (lenses: readonly Lens[]) => void;
  setLabel: (label: string) => void;
  /** Shows a piece of the text. */
  show: (span: Bytes) => void;
  focus: () => void;
  destroy: () => void;
}

/** What came out of an example begins with a sign. */
const SIGN = /^[✓✗–]\s*/;

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
    span.textContent = this.text;
    span.title = this.text;
    return span;
  }
}

const setResults = StateEffect.define<{ examples: readonly Example[]; running: boolean }>();
const results = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(old, transaction) {
    let now = old.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setResults)) continue;
      const doc = transaction.state.doc;
      const { examples, running } = effect.value;
      const lines = examples.filter((example) => example.line >= 1 && example.line <= doc.lines).sort((a, b) => a.line - b.line);
      const shown = ({ text, ok }: Example): Result => (running && ok !== null ? new Result(`… ${text.replace(SIGN, '')}`, null) : new Result(text, ok));
      now = Decoration.set(lines.map((example) => Decoration.widget({ widget: shown(example), side: 1 }).range(doc.line(example.line).to)));
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The commands over a line. Tab passes them by, or nobody would get out of the text; Alt-Enter goes to them, arrows from one to the next. */
class Commands extends WidgetType {
  constructor(readonly lenses: readonly Lens[], readonly onlens: (lens: Lens) => void) {
    super();
  }
  override eq(other: Commands): boolean {
    return JSON.stringify(other.lenses) === JSON.stringify(this.lenses);
  }
  override get estimatedHeight(): number {
    return 24;
  }
  override toDOM(view: EditorView): HTMLElement {
    const row = document.createElement('div');
    row.className = 'lenses';
    row.dataset['line'] = String(this.lenses[0]?.line ?? '');
    for (const lens of this.lenses) {
      const button = document.createElement('button');
      button.type = 'button';
      button.tabIndex = -1;
      button.textContent = lens.title;
      button.addEventListener('click', () => this.onlens(lens));
      row.append(button);
    }
    row.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (step === 0 && event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      if (step === 0) return view.focus();
      const buttons = [...row.querySelectorAll('button')];
      buttons[buttons.indexOf(event.target as HTMLButtonElement) + step]?.focus();
    });
    return row;
  }
}

const setLenses = StateEffect.define<{ lenses: readonly Lens[]; onlens: (lens: Lens) => void }>();
const commands = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(old, transaction) {
    let now = old.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setLenses)) continue;
      const doc = transaction.state.doc;
      const { lenses, onlens } = effect.value;
      const lines = [...new Set(lenses.map((lens) => lens.line))].filter((line) => line >= 1 && line <= doc.lines).sort((a, b) => a - b);
      const over = (line: number): Commands => new Commands(lenses.filter((lens) => lens.line === line), onlens);
      now = Decoration.set(lines.map((line) => Decoration.widget({ widget: over(line), side: -1, block: true }).range(doc.line(line).from)));
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** To the commands over the line of the cursor, or over the nearest line above it. */
function toCommands(view: EditorView): boolean {
  const line = view.state.doc.lineAt(view.state.selection.main.head).number;
  const rows = [...view.dom.querySelectorAll<HTMLElement>('.lenses')];
  const row = rows.findLast((row) => Number(row.dataset['line']) <= line) ?? rows[0];
  row?.querySelector('button')?.focus();
  return row !== undefined;
}

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
  '.lenses': { display: 'flex', gap: '4px', padding: '0 16px 0 4px', fontFamily: 'var(--font)' },
  '.lenses button': { font: '500 12px/1.5 var(--font)', color: 'var(--ink-2)', background: 'none', border: '0', borderRadius: '6px', padding: '2px 6px', minHeight: '24px', cursor: 'pointer' },
  '.lenses button:hover': { color: 'var(--ink)', backgroundColor: 'var(--quiet)' },
  '.lenses button:focus-visible': { outline: '2px solid var(--focus)' },
  '.cm-tooltip': { color: 'var(--ink)', backgroundColor: 'var(--panel)', border: '1px solid var(--line-2)', borderRadius: '8px', boxShadow: 'var(--shadow)', maxWidth: '32rem', fontFamily: 'var(--font)' },
  '.cm-tooltip .hover': { padding: '6px 10px', whiteSpace: 'pre-wrap', fontSize: 'var(--t-0)' },
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

  function show(view: EditorView, span: Bytes): void {
    const [anchor = 0, head = anchor] = toUtf16(view.state.doc.toString(), [span.start, span.end]);
    view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
  }

  async function define(view: EditorView, pos: number): Promise<void> {
    const text = view.state.doc.toString();
    const span = await wishes.define(text, toUtf8(text, pos)).catch(() => null);
    if (span === null || text !== view.state.doc.toString()) return;
    show(view, span);
    view.focus();
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
        Prec.highest(keymap.of([
          { key: 'Mod-Enter', run: () => (wishes.onsolve(), true) },
          { key: 'Alt-Enter', run: toCommands },
          { key: 'F12', run: (view) => (void define(view, view.state.selection.main.head), true) },
          { key: 'F2', run: (view) => (wishes.onrename(view.state.doc.toString(), toUtf8(view.state.doc.toString(), view.state.selection.main.head)), true) },
          { key: 'Escape', run: (view) => (view.contentDOM.blur(), true) },
        ])),
        Prec.highest(EditorView.domEventHandlers({
          mousedown(event, view) {
            if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
            const pos = view.posAtCoords({ x: event.clientX, y: event.clientY });
            if (pos !== null) void define(view, pos);
            return pos !== null;
          },
        })),
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
        commands,
        label.of(named(wishes.label)),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) wishes.onchange(update.state.doc.toString());
        }),
        // Tab leaves the editor, as it leaves every field; Mod-] and Mod-[ indent.
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
      ],
    }),
  });

  const edit = (edits: readonly { span: Bytes; text: string }[]): void => {
    const ends = toUtf16(view.state.doc.toString(), edits.flatMap(({ span }) => [span.start, span.end]));
    view.dispatch({ changes: edits.map(({ text }, index) => ({ from: ends[2 * index] ?? 0, to: ends[2 * index + 1] ?? 0, insert: text })) });
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
          return change === undefined ? [] : [{ name: fix(help.text), apply: () => edit([change]) }];
        }),
      }));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    examples: (examples, running) => view.dispatch({ effects: setResults.of({ examples, running }) }),
    lenses: (lenses) => view.dispatch({ effects: setLenses.of({ lenses, onlens: wishes.onlens }) }),
    setLabel: (text) => view.dispatch({ effects: label.reconfigure(named(text)) }),
    show: (span) => show(view, span),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
