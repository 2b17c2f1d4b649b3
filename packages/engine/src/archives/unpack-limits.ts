import { Transform } from 'node:stream';
import { LIMITS } from '@switchboard/model';
import { overLimit } from '../formats/file-fault.ts';

/** How much a packed file may unpack to: bytes, and bytes for each packed one. */
export type UnpackLimits = { readonly bytes: number; readonly ratio: number };

export const DEFAULT_UNPACK_LIMITS: UnpackLimits = { bytes: LIMITS.unpackedBytes, ratio: LIMITS.unpackedRatio };

/** The limits of rows: as JSON they are several times wider than what they are packed in, which is no sign of an attack. */
export const rowsLimits = (limits: UnpackLimits): UnpackLimits => ({ ...limits, ratio: limits.ratio * 10 });

/** A ratio means little for a small file: a few hundred equal rows pack that well. */
const RATIO_FROM_BYTES = 64 * 1024 ** 2;

/** Counts what comes out of a packed file. */
export class UnpackMeter {
  private readonly file: string;
  private readonly packedBytes: number;
  private readonly limits: UnpackLimits;
  private total = 0;

  constructor(file: string, packedBytes: number, limits: UnpackLimits) {
    this.file = file;
    this.packedBytes = packedBytes;
    this.limits = limits;
  }

  /** Throws FileFault ARCHIVE_LIMIT when there are more bytes than the limits allow. */
  add(bytes: number): void {
    this.total += bytes;
    const { limits, total, file } = this;
    if (total <= limits.bytes && (total <= RATIO_FROM_BYTES || total <= this.packedBytes * limits.ratio)) return;
    throw overLimit(file, `${Math.round(limits.bytes / 1024 ** 3)} GB or ${limits.ratio}:1`);
  }
}

/** Passes bytes on as long as the meter allows them. */
export function metered(meter: UnpackMeter): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        meter.add(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
