import type { Report } from '../diagnostics.ts';
import { type Comment, type Span, SYMBOLS, type Token } from './tokens.ts';

export type Lexed = { readonly tokens: readonly Token[]; readonly comments: readonly Comment[] };

const NAME = /[\p{L}_][\p{L}\p{N}\p{M}_]*/uy;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANK = /[ \t\r\n\f\v\u00a0\u2028\u2029\ufeff]+/y;
const LINE_COMMENT = /(?:\/\/|#)[^\r\n]*/y;
const ESCAPES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '\\': '\\', n: '\n', t: '\t' };
/** What people write from habit, and how it is written here. */
const HABITS: Readonly<Record<string, string>> = {
  '&': 'Write and between two conditions.',
  '|': 'Write or between two conditions, || to join texts.',
  '!': 'Write not before a condition, or != between two values.',
  '`': 'Write a quoted name in double quotes.',
};

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** Cuts a text into tokens. Reports what is no token and goes on behind it; the last token is always `end`. */
export function lex(text: string, report: Report): Lexed {
  const tokens: Token[] = [];
  const comments: Comment[] = [];
  let at = 0;
  let flawed = false;

  function push(token: Token): void {
    tokens.push(token);
    at = token.end;
  }

  function string(quote: '"' | "'"): void {
    const start = at;
    let value = '';
    let index = at + 1;
    for (; index < text.length; index += 1) {
      const char = text.charAt(index);
      if (char === quote) {
        push({ kind: 'string', text: value, quote, start, end: index + 1 });
        return;
      }
      if (char === '\n' || char === '\r') break;
      if (char < ' ' && char !== '\t') {
        report('SBS1006', { start: index, end: index + 1 }, {});
        continue;
      }
      const escaped = char === '\\' ? ESCAPES[text.charAt(index + 1)] : undefined;
      if (escaped !== undefined) index += 1;
      value += escaped ?? char;
    }
    report('SBS1002', { start, end: index }, { quote });
    flawed = true;
    push({ kind: 'string', text: value, quote, start, end: index, flawed: true });
  }

  function blockComment(): void {
    const close = text.indexOf('*/', at + 2);
    const end = close < 0 ? text.length : close + 2;
    if (close < 0) {
      report('SBS1003', { start: at, end: at + 2 }, {});
      flawed = true;
    }
    comments.push({ start: at, end, text: text.slice(at, end), line: false, index: tokens.length });
    at = end;
  }

  function number(written: string): void {
    const span: Span = { start: at, end: at + written.length };
    const tail = matchAt(NAME, text, span.end);
    if (tail === null) {
      push({ kind: 'number', text: written, ...span });
      return;
    }
    const end = span.end + tail.length;
    report('SBS1005', { start: at, end }, { text: written + tail });
    push({ kind: 'number', text: written, start: at, end, flawed: true });
  }

  function unknown(): void {
    const code = text.codePointAt(at) ?? 0;
    const char = String.fromCodePoint(code);
    const end = at + char.length;
    const shown = code < 32 ? `U+${code.toString(16).padStart(4, '0').toUpperCase()}` : char;
    // A doubled character, as in &&, is one mistake.
    const last = tokens.at(-1);
    const repeated = last?.kind === 'invalid' && last.end === at;
    if (repeated) tokens.pop();
    else
      report(
        'SBS1001',
        { start: at, end },
        { char: shown, advice: HABITS[char] ?? 'Remove it, or put it into a string.' },
      );
    push({ kind: 'invalid', text: char, start: at, end, flawed: true });
  }

  while (at < text.length) {
    const blank = matchAt(BLANK, text, at);
    const comment = matchAt(LINE_COMMENT, text, at);
    const char = text.charAt(at);
    if (blank !== null) {
      at += blank.length;
    } else if (comment !== null) {
      comments.push({ start: at, end: at + comment.length, text: comment.trimEnd(), line: true, index: tokens.length });
      at += comment.length;
    } else if (text.startsWith('/*', at)) {
      blockComment();
    } else if (char === '"' || char === "'") {
      string(char);
    } else {
      const name = matchAt(NAME, text, at);
      const digits = name === null ? matchAt(NUMBER, text, at) : null;
      const symbol = name === null && digits === null ? SYMBOLS.find((each) => text.startsWith(each, at)) : undefined;
      if (name !== null) push({ kind: 'name', text: name, start: at, end: at + name.length });
      else if (digits !== null) number(digits);
      else if (symbol !== undefined) push({ kind: 'symbol', text: symbol, start: at, end: at + symbol.length });
      else unknown();
    }
  }
  tokens.push({ kind: 'end', text: '', start: text.length, end: text.length, flawed });
  return { tokens, comments };
}
