import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Compression } from '@switchboard/model/file-formats';
import { convertBzip2 } from '../../archives/convert-bzip2.ts';
import { detectCompression } from '../../archives/detect-compression.ts';
import { zstdContent } from '../../archives/zstd-frames.ts';
import { convertFile } from '../../conversion/convert-thread.ts';
import { incomplete, unreadable } from '../../files/file-fault.ts';
import { headOf, type NamedFile } from '../../files/named-file.ts';
import { DEFAULT_UNPACK_LIMITS, metered, type UnpackLimits, UnpackMeter } from '../../files/unpack-limits.ts';
import { checkKind, checkPacked } from '../../formats/check-content.ts';
import { detectFormat } from '../../formats/detect-format.ts';
import type { FileOptions } from '../../formats/file-options.ts';
import { FORMAT_READERS } from '../../formats/registry.ts';
import type { DetectedEncoding } from '../../formats/text/detect-encoding.ts';
import { readText } from '../../formats/text/read-text.ts';

/** The chunk size of unpacking. The defaults of 16 and 64 KB take twice as long; chunks of 1 MB leave up to a gigabyte of garbage. */
const STEP_BYTES = 256 * 1024;

async function writeTo(
  path: string,
  source: Readable,
  steps: readonly Transform[],
  signal: AbortSignal,
): Promise<void> {
  await pipeline([source, ...steps, createWriteStream(path, { highWaterMark: STEP_BYTES })], { signal });
}

/** A file's compression: as declared, else detected from its first bytes. */
export async function compressionOf(file: NamedFile, options: FileOptions): Promise<Compression> {
  return options.compression ?? detectCompression(file.filename, await headOf(file.path));
}

/** `encoding` is that of a text file, if it was detected and is not UTF-8. */
export type UnpackedFile = NamedFile & { readonly encoding: DetectedEncoding | null };

/**
 * Returns the path of a file's content, unpacked and, for text, in UTF-8 with line feeds as line ends: the file itself if it already is, else a copy in
 * `scratch`. Unpacking checks lengths and checksums. `compression` is the file's own; zip archives are opened elsewhere.
 * `onFirstBytes` is awaited after the first bytes of gzip or zstd.
 * Throws PipelineError GZIP_INCOMPLETE, FILE_INCOMPLETE, ARCHIVE_LIMIT, ENCODING_UNKNOWN or FORMAT_UNREADABLE.
 */
export async function unpack(
  file: NamedFile & { readonly scratch: string },
  compression: Compression,
  options: FileOptions,
  signal: AbortSignal,
  more: { readonly limits?: UnpackLimits; readonly onFirstBytes?: () => Promise<void> } = {},
): Promise<UnpackedFile> {
  const { limits = DEFAULT_UNPACK_LIMITS, onFirstBytes } = more;
  const { filename, scratch } = file;
  let { path } = file;
  if (compression === 'zip')
    throw unreadable(filename, 'a file that can be unpacked', 'it is a zip archive inside another archive');
  if (compression !== 'none') {
    const packed = path;
    path = join(scratch, 'unpacked');
    const { size } = await stat(packed);
    checkPacked(await headOf(packed), filename, compression);
    const meter = new UnpackMeter(filename, size, limits);
    try {
      if (compression === 'bzip2') {
        const conversion = { kind: 'bzip2', from: packed, to: path, filename, limits } as const;
        await convertFile(conversion, convertBzip2, signal);
      } else await inflate(compression, packed, path, { meter, onFirstBytes }, signal);
    } catch (error) {
      throw unpackFailure(error, filename, compression, signal);
    }
  }
  const head = await headOf(path);
  const format = detectFormat(options, filename, head);
  checkKind(head, filename, format);
  if (FORMAT_READERS[format].isBinary === true) return { path, filename, encoding: null };
  const text = await readText({ path, filename }, options, head);
  if (text.steps.length === 0) return { path, filename, encoding: text.detected };
  const to = join(scratch, 'decoded');
  await writeTo(to, createReadStream(path), text.steps, signal);
  return { path: to, filename, encoding: text.detected };
}

/** Passes bytes through; after the first chunk it awaits `onFirstBytes`. */
function pausedOnce(onFirstBytes: () => Promise<void>): Transform {
  let waited = false;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (waited) return done(null, chunk);
      waited = true;
      this.push(chunk);
      onFirstBytes().then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
}

async function inflate(
  compression: 'gzip' | 'zstd',
  from: string,
  to: string,
  { meter, onFirstBytes }: { readonly meter: UnpackMeter; readonly onFirstBytes: (() => Promise<void>) | undefined },
  signal: AbortSignal,
): Promise<void> {
  const { size } = await stat(from);
  const packed = (): Readable => createReadStream(from, { highWaterMark: STEP_BYTES });
  const steps = [metered(meter), ...(onFirstBytes ? [pausedOnce(onFirstBytes)] : [])];
  if (compression === 'zstd') {
    await writeTo(to, Readable.from(zstdContent(packed())), steps, signal);
    return;
  }
  // For an empty file the decompressor does not check the trailer.
  if (size === 0) throw Object.assign(new Error('unexpected end of file'), { code: 'Z_BUF_ERROR' });
  const gunzip = createGunzip({ chunkSize: STEP_BYTES });
  await writeTo(to, packed(), [gunzip, ...steps], signal);
  if (gunzip.bytesWritten < size) throw Object.assign(new Error('trailing garbage'), { code: 'Z_DATA_ERROR' });
}

function unpackFailure(error: unknown, file: string, compression: Compression, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^Z_|^ZSTD_|^ERR_ZSTD|^ERR_BUFFER/.test(code) && code !== 'ERR_STREAM_PREMATURE_CLOSE') return error;
  return compression === 'gzip'
    ? new PipelineError('GZIP_INCOMPLETE', { file, code }, { cause: error })
    : incomplete(file, compression, code);
}
