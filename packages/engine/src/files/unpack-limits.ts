import { Transform } from 'node:stream';
import { LIMITS } from '@switchboard/model/limits';
import { overLimit } from './file-fault.ts';

/** The limits of unpacking: bytes in all, and unpacked bytes per packed byte. */
export type UnpackLimits = { readonly bytes: number; readonly ratio: number };

export const DEFAULT_UNPACK_LIMITS: UnpackLimits = { bytes: LIMITS.unpackedBytes, ratio: LIMITS.unpackedRatio };

/** Limits for converted rows, whose JSON is several times larger than the binary form without indicating an attack. */
export const rowsLimits = (limits: UnpackLimits): UnpackLimits => ({ ...limits, ratio: limits.ratio * 10 });

/** Below this size the ratio is not checked: a few hundred equal rows compress as well as a bomb. */
const RATIO_FROM_BYTES = 64 * 1024 ** 2;

/** Counts the bytes unpacked from a file. */
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

/** Passes bytes through while the meter allows them. */
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
