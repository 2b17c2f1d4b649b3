/** Reads lines of text and counted bytes, one after the other, from a stream. */
export class FrameReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The next line; null at the end of the stream. @throws Error for a line of more bytes than `max` */
  async line(max: number): Promise<string | null> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end > max || (end < 0 && this.#rest.length > max)) throw new Error(`A line has more than ${max} bytes.`);
      if (end >= 0) {
        const line = this.#rest.toString('utf8', 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      const chunk = await this.#next();
      if (chunk === null) return null;
      this.#rest = Buffer.concat([this.#rest, chunk]);
    }
  }

  /** The next so many bytes in pieces. @throws Error when the stream ends before */
  async *bytes(count: number): AsyncGenerator<Buffer> {
    let left = count;
    while (left > 0) {
      if (this.#rest.length === 0) {
        const chunk = await this.#next();
        if (chunk === null) throw new Error(`The stream ended ${left} bytes too early.`);
        this.#rest = chunk;
      }
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async #next(): Promise<Buffer | null> {
    const next: IteratorResult<Buffer, unknown> = await this.#chunks.next();
    return next.done === true ? null : next.value;
  }
}
