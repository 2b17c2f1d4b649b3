/** Line numbers, millions of them in little memory, so that the lists do not count as the memory of what is measured. */
export class LineList {
  private space = new Int32Array(1024);
  length = 0;

  push(line: number): void {
    if (this.length === this.space.length) {
      const larger = new Int32Array(2 * this.length);
      larger.set(this.space);
      this.space = larger;
    }
    this.space[this.length] = line;
    this.length += 1;
  }

  /** All of them; valid until the next is pushed. */
  get lines(): Int32Array {
    return this.space.subarray(0, this.length);
  }

  equals(other: LineList): boolean {
    return Buffer.compare(bytesOf(this.lines), bytesOf(other.lines)) === 0;
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
