import type { UnpackMeter } from '../../archives/unpack-limits.ts';
import { ByteWriter } from '../../scan/byte-file.ts';

/** What a conversion into rows has found. */
export type RowsInfo = {
  /** The columns' names, in the order of the values in each row. */
  readonly names: readonly string[];
  /** Rows written. */
  readonly records: number;
  /** What stands before the first line of the rows in the original, counted in its own rows. */
  readonly headerLines: number;
};

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
    // Each byte of a text counts as one; that is near enough to find a bomb.
    this.meter.add(line.length + 1);
    if (typeof line === 'string') this.writer.text(line);
    else this.writer.copy(line, 0, line.length);
    this.writer.text('\n');
  }

  /** Leaves lines empty, for rows of the original without any value. */
  skip(lines: number): void {
    for (let left = lines; left > 0; left -= 1) this.writer.text('\n');
  }

  close(): void {
    this.writer.close();
  }
}

/** JSON text of a number that is written in digits; other texts become strings. */
export const numberJson = (text: string): string =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,4})?$/.test(text) ? text : JSON.stringify(text);
