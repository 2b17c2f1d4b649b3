import { ByteWriter } from '../../files/byte-file.ts';
import type { UnpackMeter } from '../../files/unpack-limits.ts';

/** Writes rows as JSON lists, one a line. */
export class RowsWriter {
  private readonly writer: ByteWriter;
  private readonly meter: UnpackMeter;
  records = 0;

  constructor(path: string, meter: UnpackMeter) {
    this.writer = new ByteWriter(path);
    this.meter = meter;
  }

  /** Writes one row: its line as text, or as bytes where they may be no valid text. */
  row(line: string | Buffer): void {
    this.records += 1;
    // UTF-16 units are counted instead of bytes, which is accurate enough for the limits.
    this.meter.add(line.length + 1);
    if (typeof line === 'string') this.writer.text(line);
    else this.writer.copy(line, 0, line.length);
    this.writer.text('\n');
  }

  /** Writes blank lines, for empty rows of the original. */
  skip(lines: number): void {
    for (let left = lines; left > 0; left -= 1) this.writer.text('\n');
  }

  close(): void {
    this.writer.close();
  }
}

/** JSON text of a number in decimal notation; other texts become strings. */
export const numberJson = (text: string): string =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,4})?$/.test(text) ? text : JSON.stringify(text);
