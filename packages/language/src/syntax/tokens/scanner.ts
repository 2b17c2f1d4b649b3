import type { Report } from '../../diagnostics/diagnostics.ts';
import { SYMBOL, TEXT_OF, TOKEN } from './codes.generated.ts';
import { CODE_MASK, ESCAPED, FLAWED } from './codes.ts';
import { backtickName, foreignCharacter, foreignString, isJsonOperator, oracleString } from './foreign-characters.ts';
import { codeInSlot, nameInSlot, slotOfName } from './interned-names.ts';
import type { TokenBuffer } from './token-buffer.ts';
import type { Comment } from './tokens.ts';
import { quotedText, writtenName } from './written-name.ts';

const NAME = /[\p{L}_][\p{L}\p{N}\p{M}_]*/uy;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANK = /[ \t\r\n\f\v\u00a0\u2028\u2029\ufeff]+/y;
/** Characters that change the order in which text is shown, so that a script reads otherwise than it runs. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/gu;
/** Classes of ASCII characters, by the token that starts with them. */
const BLANKS = 1;
const LETTER = 2;
const DIGIT = 3;
const QUOTE = 4;
const SIGN = 5;
const COMMENT = 6;
const CLASS = new Uint8Array(128);
const SIGNS = new Uint8Array(128);
const codeAt = (char: string): number => char.charCodeAt(0);
for (const char of ' \t\r\n\f\v') CLASS[codeAt(char)] = BLANKS;
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_') CLASS[codeAt(char)] = LETTER;
for (const char of '0123456789') CLASS[codeAt(char)] = DIGIT;
for (const char of '"\'') CLASS[codeAt(char)] = QUOTE;
CLASS[codeAt('#')] = COMMENT;
for (const code of Object.values(SYMBOL)) {
  const text = TEXT_OF[code] ?? '';
  CLASS[codeAt(text)] = SIGN;
  // A character that only starts longer symbols, such as `!`, is invalid by itself.
  if (text.length === 1) SIGNS[codeAt(text)] = code;
  else SIGNS[codeAt(text)] ||= TOKEN.invalid;
}

/** The range of surrogates. */
const SURROGATE = 0xd800;
const PRIVATE = 0xe000;
const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const BANG = 33;
const STAR = 42;
const MINUS = 45;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const BACKSLASH = 92;
const PIPE = 124;
const LETTER_Q = new Set(['q', 'Q'].map(codeAt));
const ESCAPABLE = new Set(['"', "'", '\\', 'n', 't'].map(codeAt));

/** The symbol of two characters, or 0. */
function pairOf(first: number, second: number): number {
  if (second === EQUALS) {
    if (first === EQUALS) return SYMBOL.equal;
    if (first === BANG) return SYMBOL.notEqual;
    if (first === LESS) return SYMBOL.lessOrEqual;
    return first === GREATER ? SYMBOL.greaterOrEqual : 0;
  }
  if (second === GREATER) return first === LESS ? SYMBOL.otherNotEqual : 0;
  return second === PIPE && first === PIPE ? SYMBOL.concat : 0;
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Splits a text into tokens. Reports invalid characters and continues after them. */
class Scanner {
  readonly #text: string;
  readonly #into: TokenBuffer;
  readonly #report: Report;
  readonly #comments: Comment[] | null;
  readonly #refused = new Set<number>();
  #flags = 0;

  constructor(into: TokenBuffer, report: Report, comments: Comment[] | null) {
    this.#text = into.text;
    this.#into = into;
    this.#report = report;
    this.#comments = comments;
  }

  run(): void {
    const text = this.#text;
    const { length } = text;
    let at = 0;
    while (at < length) {
      const char = text.charCodeAt(at);
      if (char >= 128) {
        at = this.#foreign(at);
        continue;
      }
      switch (CLASS[char]) {
        case BLANKS:
          at += 1;
          break;
        case LETTER:
          at = this.#name(at);
          break;
        case DIGIT:
          at = this.#number(at);
          break;
        case QUOTE:
          at = this.#string(at, char);
          break;
        case SIGN:
          at = this.#sign(at, char);
          break;
        case COMMENT:
          at = isJsonOperator(text, at) ? this.#unknown(at) : this.#lineComment(at);
          break;
        default:
          at = this.#unknown(at);
      }
    }
    for (const { 0: char, index: start } of text.matchAll(DIRECTION)) {
      if (this.#refused.has(start)) continue;
      const code = `U+${char.charCodeAt(0).toString(16).toUpperCase()}`;
      this.#report('SBS1024', { start, end: start + 1 }, { code });
    }
    this.#into.finish(this.#flags);
  }

  #name(start: number): number {
    const text = this.#text;
    const { length } = text;
    let hash = 0;
    let at = start;
    for (; at < length; at += 1) {
      const char = text.charCodeAt(at);
      if (char >= 128) {
        at = endOf(NAME, text, start);
        break;
      }
      const kind = CLASS[char];
      if (kind !== LETTER && kind !== DIGIT) break;
      hash = (Math.imul(hash, 31) + char) | 0;
    }
    const slot = slotOfName(text, start, at, hash);
    if (slot < 0) this.#into.pushName(TOKEN.name, start, at, text.slice(start, at));
    else this.#into.pushName(codeInSlot(slot), start, at, nameInSlot(slot));
    return at;
  }

  #number(start: number): number {
    const text = this.#text;
    const { length } = text;
    let end = start + 1;
    let next = SPACE;
    for (; end < length; end += 1) {
      next = text.charCodeAt(end);
      if (next >= 128 || CLASS[next] !== DIGIT) break;
    }
    if (end === length) next = SPACE;
    // Most numbers end here. Otherwise a fraction, an exponent or a name without a blank follows.
    if (next >= 128 || CLASS[next] === LETTER || SIGNS[next] === SYMBOL.dot) {
      end = endOf(NUMBER, text, start);
      const tail = endOf(NAME, text, end);
      if (tail > end) {
        this.#report('SBS1005', { start, end: tail }, { text: text.slice(start, tail) });
        this.#into.push(TOKEN.number | FLAWED, start, tail);
        return tail;
      }
    }
    this.#into.push(TOKEN.number, start, end);
    return end;
  }

  #string(start: number, quote: number): number {
    const text = this.#text;
    if (quote === 39 && LETTER_Q.has(text.charCodeAt(start - 1))) {
      const end = this.#oracleString(start);
      if (end > 0) return end;
    }
    if (text.charCodeAt(start + 1) === BACKSLASH && this.#isEscape(start, quote)) {
      this.#into.push(quote === 34 ? TOKEN.double : TOKEN.single, start, start + 3);
      return start + 3;
    }
    const { length } = text;
    const code = quote === 34 ? TOKEN.double : TOKEN.single;
    let flags = 0;
    let at = start + 1;
    for (; at < length; at += 1) {
      const char = text.charCodeAt(at);
      if (char === quote) {
        this.#into.push(code | flags, start, at + 1);
        return at + 1;
      }
      if (char === BACKSLASH) {
        if (ESCAPABLE.has(text.charCodeAt(at + 1))) {
          flags = ESCAPED;
          at += 1;
        }
      } else if (char < 32 && char !== TAB) {
        if (char === NEWLINE || char === RETURN) break;
        this.#report('SBS1006', { start: at, end: at + 1 }, {});
        flags = ESCAPED;
      } else if (char >= SURROGATE && char < PRIVATE) {
        if ((text.codePointAt(at) ?? 0) > char) at += 1;
        else this.#report('SBS1006', { start: at, end: at + 1 }, {});
      }
    }
    this.#report('SBS1002', { start, end: at }, { quote: text.charAt(start) });
    this.#flags = FLAWED;
    this.#into.push(code | flags | FLAWED, start, at);
    return at;
  }

  /** Reads a string of Oracle in place of the letters before it. Returns its end, or 0 where none is there. */
  #oracleString(start: number): number {
    const into = this.#into;
    const last = into.count - 1;
    if (last < 0 || into.ends[last] !== start || !/^n?q$/i.test(into.textOf(last))) return 0;
    const string = oracleString(this.#text, start);
    if (!string) return 0;
    const { end, value } = string;
    const first = into.starts[last] ?? start;
    const char = this.#text.slice(first, start + 2);
    const edits = [{ start: first, end, text: quotedText(value, "'") }];
    this.#report('SBS1048', { start: first, end }, { char, mark: "'" }, { title: "Write '", edits });
    // The marks of the string stand where quotation marks do, so that its value is the text between them.
    into.count = last;
    into.push(TOKEN.single, start + 1, end - 1);
    return end;
  }

  /** Whether a backslash alone stands behind `escape`, as SQL writes it. */
  #isEscape(start: number, quote: number): boolean {
    const text = this.#text;
    const last = this.#into.count - 1;
    if (text.charCodeAt(start + 2) !== quote || last < 0 || this.#into.textOf(last).toLowerCase() !== 'escape')
      return false;
    return text.charCodeAt(start + 3) !== quote;
  }

  #sign(start: number, char: number): number {
    const next = this.#text.charCodeAt(start + 1);
    if (char === MINUS && next === MINUS) return this.#foreignComment(start);
    if (char === SLASH) {
      if (next === SLASH) return this.#lineComment(start);
      if (next === STAR) return this.#blockComment(start);
    }
    const pair = pairOf(char, next);
    if (pair !== 0) {
      this.#into.push(pair, start, start + 2);
      return start + 2;
    }
    const code = SIGNS[char] ?? TOKEN.invalid;
    if (code === TOKEN.invalid) return this.#unknown(start);
    this.#into.push(code, start, start + 1);
    return start + 1;
  }

  #lineComment(start: number): number {
    const text = this.#text;
    const { length } = text;
    let end = start + 1;
    for (; end < length; end += 1) {
      const char = text.charCodeAt(end);
      if (char === NEWLINE || char === RETURN) break;
    }
    this.#comments?.push({
      start,
      end,
      text: text.slice(start, end).trimEnd(),
      line: true,
      index: this.#into.count,
    });
    return end;
  }

  /** A comment of SQL. */
  #foreignComment(start: number): number {
    const marks = { start, end: start + 2 };
    this.#report('SBS1047', marks, {}, { title: 'Write //', edits: [{ ...marks, text: '//' }] });
    return this.#lineComment(start);
  }

  #blockComment(start: number): number {
    const text = this.#text;
    const close = text.indexOf('*/', start + 2);
    const end = close < 0 ? text.length : close + 2;
    if (close < 0) {
      this.#report('SBS1003', { start, end: start + 2 }, {});
      this.#flags = FLAWED;
    }
    this.#comments?.push({ start, end, text: text.slice(start, end), line: false, index: this.#into.count });
    return end;
  }

  /** A token that starts with a character outside ASCII. */
  #foreign(start: number): number {
    const text = this.#text;
    const blank = endOf(BLANK, text, start);
    if (blank > start) return blank;
    const end = endOf(NAME, text, start);
    if (end === start) return this.#unknown(start);
    return this.#name(start);
  }

  /** The declaration, by its first token, in which a sign was last reported. */
  readonly #reported = new Map<string, number>();

  /** Whether a sign belongs to a mistake of this declaration that was reported: pipes, backticks, variables. */
  #isRepeated(sign: string): boolean {
    const { count, codes } = this.#into;
    let first = count - 1;
    while (first >= 0 && ((codes[first] ?? 0) & CODE_MASK) !== SYMBOL.semicolon) first -= 1;
    const word = this.#into.textOf(first + 1).toLowerCase();
    // The statement has a message of its own.
    if (sign === '@' && (word === 'declare' || word === 'set')) return true;
    if (sign !== '|>' && sign !== '`') return false;
    if (this.#reported.get(sign) === first) return true;
    this.#reported.set(sign, first);
    return false;
  }

  /** A name between backticks is read as one; all names of a declaration are one mistake. */
  #backtick(start: number, { end, name }: { readonly end: number; readonly name: string }): number {
    if (!this.#isRepeated('`')) {
      const behind = this.#text.indexOf(';', end);
      const rest = this.#text.slice(start, behind < 0 ? undefined : behind);
      const edits = [...rest.matchAll(/`([^`\n\r]+)`/g)].map(({ 0: whole, 1: inner = '', index }) => ({
        start: start + index,
        end: start + index + whole.length,
        text: writtenName(inner.split('.').at(-1) ?? inner),
      }));
      this.#report('SBS1048', { start, end }, { char: '`', mark: '"' }, { title: 'Write names without `', edits });
    }
    this.#into.pushName(TOKEN.name, start, end, name);
    return end;
  }

  #unknown(start: number): number {
    const text = this.#text;
    const into = this.#into;
    const named = text.charAt(start) === '`' ? backtickName(text, start) : null;
    if (named) return this.#backtick(start, named);
    const quoted = foreignString(text, start);
    if (quoted) {
      const { end, mark, fix } = quoted;
      this.#report('SBS1048', { start, end }, { char: text.charAt(start), mark }, fix);
      into.push(mark === '"' ? TOKEN.double : TOKEN.single, start, end);
      return end;
    }
    const { end, char, advice, fix } = foreignCharacter(text, start);
    // A doubled character is one mistake.
    const last = into.count - 1;
    if (into.codes[last] === (TOKEN.invalid | FLAWED) && into.ends[last] === start) into.count = last;
    else if (!this.#isRepeated(char)) this.#report('SBS1001', { start, end }, { char, advice }, fix);
    for (const { index } of text.slice(start, end).matchAll(DIRECTION)) this.#refused.add(start + index);
    into.push(TOKEN.invalid | FLAWED, start, end);
    return end;
  }
}

/** Fills a buffer with the tokens of its text. Comments go to `comments`, unless it is null. */
export function scan(into: TokenBuffer, report: Report, comments: Comment[] | null): void {
  new Scanner(into, report, comments).run();
}
