import type { CellValue } from './cells.ts';

const HEAD = '{"majorDimension":"ROWS","values":[';
const TAIL = ']}';

/** Rows as the body of a request that writes them. The memory is used again, so that it stays flat however many rows there are. */
export class RowBuffer {
  #memory: Buffer;
  #length = 0;
  #rows = 0;

  /** @param bytes of a usual request */
  constructor(bytes: number) {
    this.#memory = Buffer.allocUnsafe(bytes * 2);
    this.clear();
  }

  get rows(): number {
    return this.#rows;
  }

  get bytes(): number {
    return this.#length;
  }

  add(row: readonly CellValue[]): void {
    const json = `${this.#rows > 0 ? ',' : ''}${JSON.stringify(row)}`;
    const needed = this.#length + Buffer.byteLength(json) + TAIL.length;
    if (needed > this.#memory.length)
      this.#memory = Buffer.concat([this.#memory.subarray(0, this.#length)], needed * 2);
    this.#length += this.#memory.write(json, this.#length);
    this.#rows += 1;
  }

  /** The body, valid until the rows are cleared. */
  body(): Buffer {
    const end = this.#length + this.#memory.write(TAIL, this.#length);
    return this.#memory.subarray(0, end);
  }

  clear(): void {
    this.#length = this.#memory.write(HEAD, 0);
    this.#rows = 0;
  }
}
