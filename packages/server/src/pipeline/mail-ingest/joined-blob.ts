/**
 * Stands in for `Blob` in the process that decodes mails: postal-mime joins the lines of a part through one, and Node's takes 50 µs for
 * each piece, which are hours for a large part of short lines.
 */
export class JoinedBlob {
  readonly #parts: readonly (Uint8Array | ArrayBuffer | string)[];

  constructor(parts: readonly (Uint8Array | ArrayBuffer | string)[] = []) {
    this.#parts = parts;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    let length = 0;
    for (const part of this.#parts) length += typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength;
    const joined = Buffer.from(new ArrayBuffer(length));
    let at = 0;
    for (const part of this.#parts) {
      if (typeof part === 'string') at += joined.write(part, at);
      else {
        joined.set(part instanceof Uint8Array ? part : new Uint8Array(part), at);
        at += part.byteLength;
      }
    }
    return joined.buffer;
  }
}
