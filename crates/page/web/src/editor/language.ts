/** Highlighting of the rules language, line by line. The words with a fixed meaning are those of docs/language.md. */

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

export const WORDS = new Set(
  ('game players param require let type def state invariant remaining rank move starts normalise end stuck repeat part start symmetry show example when var ' +
    'gain again turn if else for break and or not in of then').split(' '),
);
const ATOMS = new Set('true false none me opponent'.split(' '));
const TYPES = new Set('list set grid graph cell node int bool text player'.split(' '));
const OUTCOMES = new Set('wins loses win lose draw leads by as pass'.split(' '));

const rules = StreamLanguage.define<{ line: boolean }>({
  name: 'bouton',
  startState: () => ({ line: true }),
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match('##')) {
      stream.skipToEnd();
      return 'docComment';
    }
    if (stream.match('#')) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
    if (stream.match(/^\d[\d_]*/)) return 'number';
    if (stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u)) {
      const word = stream.current();
      if (WORDS.has(word)) return 'keyword';
      if (ATOMS.has(word)) return 'atom';
      if (TYPES.has(word)) return 'typeName';
      if (OUTCOMES.has(word)) return 'modifier';
      return stream.peek() === '(' ? 'function' : 'variableName';
    }
    if (stream.match(/^(=>|==|!=|<=|>=|\.\.<|\.\.|->|\+=|-=|\/\/|[-+*%=<>&|?:])/)) return 'operator';
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
  tokenTable: { function: tags.function(tags.variableName), docComment: tags.docComment, modifier: tags.modifier },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--k)', fontWeight: '600' },
  { tag: tags.modifier, color: 'var(--k)' },
  { tag: tags.atom, color: 'var(--n)' },
  { tag: tags.number, color: 'var(--n)' },
  { tag: tags.typeName, color: 'var(--s)' },
  { tag: tags.string, color: 'var(--s)' },
  { tag: tags.comment, color: 'var(--ink-2)', fontStyle: 'italic' },
  { tag: tags.docComment, color: 'var(--ink-2)' },
  { tag: tags.operator, color: 'var(--ink-2)' },
]);

export const language = [rules, syntaxHighlighting(colours)];
