/** Spelling of a boolean column: a digit, a byte, or unchanged for null. */
export type BooleanSpelling = 'digit' | 'bit' | null;

const COMMA = 0x2c;
const QUOTE = 0x22;
const NEWLINE = 0x0a;

/** Length of the longest word that is rewritten: false. */
const LONGEST_WORD = 5;

const NULL = 'NULL';
const BOOLEANS = {
  digit: { true: Buffer.from('1'), false: Buffer.from('0') },
  bit: { true: Buffer.from([1]), false: Buffer.from([0]) },
} as const;

/**
 * Rewrites the records of a CSV without its header for bulk loaders such as LOAD DATA: an empty field becomes the word NULL, and a
 * boolean the spelling of its column. Chunks may end anywhere. Memory does not grow with the length of fields.
 */
export class RowEncoder {
  readonly #booleans: readonly BooleanSpelling[];
  readonly #recordEnd: Buffer;
  readonly #null: Buffer;
  #inQuotes = false;
  /** Whether the field stays as it is: it has quotes, or is too long to be a word. */
  #isSettled = false;
  #column = 0;
  /** The beginning of a field that may need another spelling. */
  #open: Buffer = Buffer.alloc(0);

  /**
   * @param booleans by column
   * @param added a value that every row ends with, such as its date; null for none
   * @param nullText the word for null: NULL, or one so long that no value is the same
   */
  constructor(booleans: readonly BooleanSpelling[], added: string | null, nullText: string = NULL) {
    this.#booleans = booleans;
    this.#null = Buffer.from(nullText);
    this.#recordEnd = Buffer.from(added === null ? '\n' : `,${added}\n`);
  }

  /** The rewritten bytes of a chunk, without a short field at its end that may go on. */
  encode(chunk: Buffer): Buffer {
    const bytes = this.#open.length === 0 ? chunk : Buffer.concat([this.#open, chunk]);
    const { length } = bytes;
    let out = Buffer.allocUnsafe(length + (length >> 3) + 1024);
    let written = 0;
    /** Everything before it is written. */
    let copied = 0;
    let start = 0;
    const write = (from: Buffer, begin: number, end: number): void => {
      const needed = written + end - begin;
      if (needed > out.length) {
        const larger = Buffer.allocUnsafe(needed * 2);
        out.copy(larger, 0, 0, written);
        out = larger;
      }
      written += from.copy(out, written, begin, end);
    };
    for (let index = 0; index < length; index += 1) {
      const byte = bytes[index];
      if (this.#inQuotes) {
        const end = byte === QUOTE ? index : bytes.indexOf(QUOTE, index);
        if (end === -1) break;
        index = end;
        this.#inQuotes = false;
      } else if (byte === QUOTE) {
        this.#inQuotes = true;
        this.#isSettled = true;
      } else if (byte === COMMA || byte === NEWLINE) {
        const word = this.#isSettled ? null : this.#wordOf(bytes, start, index);
        if (word !== null) {
          write(bytes, copied, start);
          write(word, 0, word.length);
          copied = index;
        }
        if (byte === NEWLINE) {
          write(bytes, copied, index);
          write(this.#recordEnd, 0, this.#recordEnd.length);
          copied = index + 1;
          this.#column = 0;
        } else this.#column += 1;
        this.#isSettled = false;
        start = index + 1;
      }
    }
    this.#isSettled ||= length - start > LONGEST_WORD;
    const end = this.#isSettled ? length : start;
    write(bytes, copied, end);
    this.#open = Buffer.from(bytes.subarray(end));
    return out.subarray(0, written);
  }

  /** How a field without quotes is written; null for as it is. */
  #wordOf(bytes: Buffer, start: number, end: number): Buffer | null {
    const length = end - start;
    if (length === 0) return this.#null;
    if (length < 4 || length > LONGEST_WORD) return null;
    const spelling = this.#booleans[this.#column] ?? null;
    if (spelling !== null) {
      const text = bytes.toString('latin1', start, end);
      if (text === 'true' || text === 'false') return BOOLEANS[spelling][text];
    }
    const isNullText = length === this.#null.length && bytes.compare(this.#null, 0, length, start, end) === 0;
    return isNullText ? Buffer.from(`"${this.#null.toString()}"`) : null;
  }
}
