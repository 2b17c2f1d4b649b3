import { TEXT_OF, TOKEN } from './codes.generated.ts';
import { CODE_MASK, ESCAPED, FLAWED } from './codes.ts';

const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '\\': '\\', n: '\n', t: '\t' };
/** The number of extra `end` tokens, so that lookahead needs no bounds check. */
const PADDING = 4;
/** Larger buffers are not kept for the next file. */
const KEPT = 1 << 17;

function grown(old: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const fresh = new Int32Array(size);
  fresh.set(old);
  return fresh;
}

/** The value of a string: known escapes are resolved, control characters removed. */
function unescaped(text: string, start: number, end: number): string {
  let value = '';
  for (let index = start; index < end; index += 1) {
    const char = text.charAt(index);
    const escaped = char === '\\' && index + 1 < end ? ESCAPES[text.charAt(index + 1)] : undefined;
    if (escaped !== undefined) index += 1;
    if (escaped !== undefined || char >= ' ' || char === '\t') value += escaped ?? char;
  }
  return value;
}

/** The tokens of one text as rows of numbers: code with flags, start and end. The last is always `TOKEN.end`. */
export class TokenBuffer {
  text = '';
  count = 0;
  codes = new Int32Array(1024);
  starts = new Int32Array(1024);
  ends = new Int32Array(1024);
  /** The text of names; undefined content for other tokens. */
  readonly names: string[] = Array.from({ length: 1024 }, () => '');

  begin(text: string): void {
    this.text = text;
    this.count = 0;
  }

  push(code: number, start: number, end: number): void {
    const { count } = this;
    if (count + PADDING >= this.codes.length) this.#grow();
    this.codes[count] = code;
    this.starts[count] = start;
    this.ends[count] = end;
    this.count = count + 1;
  }

  pushName(code: number, start: number, end: number, name: string): void {
    this.names[this.count] = name;
    this.push(code, start, end);
  }

  /** Puts `end` behind the last token. */
  finish(flags: number): void {
    const { length } = this.text;
    this.push(TOKEN.end | flags, length, length);
    this.codes.fill(TOKEN.end | flags, this.count, this.count + PADDING);
    this.starts.fill(length, this.count, this.count + PADDING);
    this.ends.fill(length, this.count, this.count + PADDING);
  }

  /** The text as written; of a string its value, of an invalid number its valid digits. */
  textOf(index: number): string {
    const flagged = this.codes[index] ?? TOKEN.end;
    const code = flagged & CODE_MASK;
    if (code >= TOKEN.name) return this.names[index] ?? '';
    const [start, end] = [this.starts[index] ?? 0, this.ends[index] ?? 0];
    if (code === TOKEN.double || code === TOKEN.single) {
      const inner = (flagged & FLAWED) === 0 ? end - 1 : end;
      return (flagged & ESCAPED) === 0 ? this.text.slice(start + 1, inner) : unescaped(this.text, start + 1, inner);
    }
    if (code === TOKEN.number && (flagged & FLAWED) !== 0) {
      NUMBER.lastIndex = start;
      return NUMBER.exec(this.text)?.[0] ?? '';
    }
    return TEXT_OF[code] || this.text.slice(start, end);
  }

  #grow(): void {
    const size = this.codes.length * 2;
    this.codes = grown(this.codes, size);
    this.starts = grown(this.starts, size);
    this.ends = grown(this.ends, size);
    while (this.names.length < size) this.names.push('');
  }
}

let spare: TokenBuffer | null = null;

/** Lends a buffer for the time of `use`; the next text gets the same one. */
export function withBuffer<T>(text: string, use: (buffer: TokenBuffer) => T): T {
  const buffer = spare ?? new TokenBuffer();
  spare = null;
  buffer.begin(text);
  const result = use(buffer);
  buffer.begin('');
  if (buffer.codes.length <= KEPT) spare = buffer;
  return result;
}
