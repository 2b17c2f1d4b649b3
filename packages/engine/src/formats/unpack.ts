import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress, type Gunzip, type ZstdDecompress } from 'node:zlib';
import { LIMITS, PipelineError } from '@switchboard/model';
import { decoderName, detectCompression } from './detect.ts';
import type { FileOptions } from './file-options.ts';

/** A ratio means little for a small file: a few hundred equal rows pack that well. */
const RATIO_FROM_BYTES = 64 * 1024 ** 2;
const HEAD_BYTES = 65_536;

export type UnpackLimits = { readonly bytes: number; readonly ratio: number };
const DEFAULT_LIMITS: UnpackLimits = { bytes: LIMITS.unpackedBytes, ratio: LIMITS.unpackedRatio };

/** The first bytes of a file. */
export async function headOf(path: string, length = HEAD_BYTES): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Passes bytes on until there are more than the limits allow. */
function bounded(file: string, packedBytes: number, limits: UnpackLimits): Transform {
  let total = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      const isBomb = total > limits.bytes || (total > RATIO_FROM_BYTES && total > packedBytes * limits.ratio);
      const limit = `${Math.round(limits.bytes / 1024 ** 3)} GB or ${limits.ratio}:1`;
      done(isBomb ? new PipelineError('ARCHIVE_LIMIT', { file, limit }) : null, chunk);
    },
  });
}

function decoded(encoding: string): Transform {
  const decoder = new TextDecoder(encoding);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, Buffer.from(decoder.decode(chunk, { stream: true })));
    },
    flush(done) {
      done(null, Buffer.from(decoder.decode()));
    },
  });
}

async function writeTo(
  path: string,
  source: Readable,
  steps: readonly Transform[],
  signal: AbortSignal,
): Promise<void> {
  await pipeline([source, ...steps, createWriteStream(path)], { signal });
}

/**
 * Gives the path of the file's content as plain UTF-8: the file itself where it is that already, else a copy in `scratch`.
 * Decompression checks the trailer. Throws GZIP_INCOMPLETE, ARCHIVE_LIMIT or FORMAT_UNREADABLE.
 */
export async function unpack(
  file: { readonly path: string; readonly filename: string; readonly scratch: string },
  options: FileOptions,
  signal: AbortSignal,
  limits: UnpackLimits = DEFAULT_LIMITS,
): Promise<{ readonly path: string; readonly head: Buffer }> {
  let { path } = file;
  let head = await headOf(path);
  const compression = options.compression ?? detectCompression(file.filename, head);
  if (compression === 'zip' || compression === 'bzip2') {
    throw new PipelineError('FORMAT_UNREADABLE', {
      file: file.filename,
      format: 'a file that can be unpacked',
      reason: `${compression} archives cannot be read; use gzip or zstd`,
    });
  }
  if (compression !== 'none') {
    const unpacked = join(file.scratch, 'unpacked');
    const { size } = await stat(path);
    const unzip: Gunzip | ZstdDecompress = compression === 'gzip' ? createGunzip() : createZstdDecompress();
    try {
      // An empty file never reaches the decompressor's check of its trailer.
      if (size === 0) throw Object.assign(new Error('unexpected end of file'), { code: 'Z_BUF_ERROR' });
      await writeTo(unpacked, createReadStream(path), [unzip, bounded(file.filename, size, limits)], signal);
      if (unzip.bytesWritten < size) throw Object.assign(new Error('trailing garbage'), { code: 'Z_DATA_ERROR' });
    } catch (error) {
      throw unpackFailure(error, file.filename, signal);
    }
    path = unpacked;
    head = await headOf(path);
  }
  const encoding = decoderName(options.encoding, head);
  if (encoding !== null) {
    const text = join(file.scratch, 'decoded');
    await writeTo(text, createReadStream(path), [decoded(encoding)], signal);
    path = text;
    head = await headOf(path);
  }
  return { path, head };
}

function unpackFailure(error: unknown, file: string, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^Z_|^ZSTD_|^ERR_ZSTD/.test(code) || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new PipelineError('GZIP_INCOMPLETE', { file, code }, { cause: error });
  return error;
}
