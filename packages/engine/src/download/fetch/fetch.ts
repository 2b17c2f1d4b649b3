import { addAbortSignal, Readable } from 'node:stream';
import type { SourceAnswer, SourceFile, WantedFile } from '@switchboard/connectors';
import { PipelineError } from '@switchboard/model/errors/errors';
import { LIMITS } from '@switchboard/model/limits';
import { fillTemplate } from '@switchboard/model/plan';
import { findConnector } from '../../connector-code.ts';
import type { EngineContext } from '../../context.ts';
import type { FetchRequest, FetchResult, RawFile } from '../../requests.ts';
import { findFiles, listsFiles, placeOf } from './find-files.ts';
import { type StallGuard, watchForStall } from './stall-guard.ts';

export type FetchLimits = {
  /** Milliseconds without a byte after which the source counts as stalled. */
  readonly stallTimeout: number;
  /** Bytes of all files of one download together. */
  readonly bytes: number;
};

const DEFAULT_LIMITS: FetchLimits = { stallTimeout: LIMITS.sourceStallTimeout, bytes: LIMITS.unpackedBytes };
const LONGEST_FILENAME = 512;

/**
 * Streams a source's raw files for one report date into the store, in the source's order. An empty list means that there is
 * no file; every failure throws: SOURCE_*, STORAGE_*, the connector's own, or the
 * signal's reason. Objects written before a failure stay under the request's prefix, for the caller to sweep.
 */
export async function fetchSource(
  request: FetchRequest,
  context: EngineContext,
  limits: Partial<FetchLimits> = {},
): Promise<FetchResult> {
  const { source } = request;
  const connector = await findConnector('source', source, context);
  const { stallTimeout, bytes: limit } = { ...DEFAULT_LIMITS, ...limits };
  const files = await filesWanted(request, context, stallTimeout);
  let host = hostOf(source.parameters['url']) ?? source.connector;
  const guard = watchForStall(
    stallTimeout,
    context.signal,
    () => new PipelineError('SOURCE_TIMEOUT', { name: source.name, host, seconds: Math.round(stallTimeout / 1000) }),
  );
  try {
    const answer: SourceAnswer = await guard.orStalled(
      connector.fetch(
        {
          ...(files === undefined ? {} : { files }),
          name: source.name,
          parameters: source.parameters,
          key: request.key,
          reportDate: request.reportDate,
          state: request.state,
        },
        { ...context, signal: guard.signal, onBytes: guard.heard },
      ),
    );
    if (answer.kind === 'requested') return answer;

    const meter = { total: 0, limit, firstBytes: true, name: source.name };
    const stored: RawFile[] = [];
    for await (const file of filesOf(answer.files, guard)) {
      host = hostOf(file.url) ?? host;
      const key = `${request.prefix}/${String(stored.length).padStart(5, '0')}`;
      stored.push(await storeFile(file, key, context, guard, meter));
    }
    return { kind: 'fetched', files: stored };
  } catch (error) {
    // The abort is the cause; a closing socket reports only a consequence.
    throw guard.signal.aborted ? guard.signal.reason : error;
  } finally {
    guard.stop();
  }
}

/** The files to fetch from a source that lists files: those of the request, else those listed now for the report date. */
async function filesWanted(
  request: FetchRequest,
  context: EngineContext,
  stallTimeout: number,
): Promise<readonly WantedFile[] | undefined> {
  const { source, key, reportDate, timezone = 'UTC' } = request;
  if (request.files !== undefined || !listsFiles(context, source.connector)) return request.files;
  const dates = reportDate === null ? null : [reportDate];
  const { files } = await findFiles({ source, key, dates, timezone }, context, stallTimeout);
  if (files.length > 0) return files;
  const file = fillTemplate(placeOf(source.parameters), reportDate);
  throw new PipelineError('SOURCE_FILE_MISSING', { name: source.name, file });
}

/** Yields a connector's files until a stall or an abort. Files that it opens afterwards are closed in the background. */
async function* filesOf(files: AsyncIterable<SourceFile>, guard: StallGuard): AsyncGenerator<SourceFile> {
  const iterator = files[Symbol.asyncIterator]();
  let pending: Promise<IteratorResult<SourceFile>> | undefined;
  try {
    for (;;) {
      pending = iterator.next();
      const next = await guard.orStalled(pending);
      pending = undefined;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    pending?.then(
      (late) => late.done || late.value.body.on('error', () => undefined).destroy(),
      () => undefined,
    );
    // Not awaited, because it may hang.
    iterator.return?.().catch(() => undefined);
  }
}

type Meter = { total: number; readonly limit: number; firstBytes: boolean; readonly name: string };

/** Streams one file into the store and checks that it is complete. */
async function storeFile(
  file: SourceFile,
  key: string,
  context: EngineContext,
  guard: StallGuard,
  meter: Meter,
): Promise<RawFile> {
  const filename = cleanFilename(file.filename);
  const tooLarge = (): PipelineError => new PipelineError('SOURCE_TOO_LARGE', { file: filename, limit: meter.limit });
  const before = meter.total;
  if (file.expectedBytes !== null && before + file.expectedBytes > meter.limit) {
    file.body.on('error', () => undefined).destroy();
    throw tooLarge();
  }
  // A body may fail before it is read; reading it then throws the same error.
  file.body.on('error', () => undefined);
  addAbortSignal(guard.signal, file.body);

  async function* counted(): AsyncGenerator<Uint8Array> {
    const iterator: AsyncIterator<Uint8Array | string> = file.body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await iterator.next().catch((error: unknown) => {
          throw bodyError(error, file, meter.name, filename, meter.total - before);
        });
        if (next.done) {
          await context.fault('after-stream');
          return;
        }
        const chunk = typeof next.value === 'string' ? Buffer.from(next.value) : next.value;
        guard.heard();
        meter.total += chunk.byteLength;
        if (meter.total > meter.limit) throw tooLarge();
        const estimate = file.expectedBytes === null ? {} : { estimatedBytes: before + file.expectedBytes };
        context.onProgress({ bytes: meter.total, ...estimate });
        if (meter.firstBytes) {
          meter.firstBytes = false;
          await context.fault('mid-fetch');
        }
        yield chunk;
      }
    } finally {
      file.body.destroy();
    }
  }

  const written = await context.store.put(key, Readable.from(counted(), { objectMode: false }), guard.signal);
  if (file.expectedBytes !== null && written.bytes !== file.expectedBytes) {
    throw new PipelineError('SOURCE_ENDED_EARLY', { file: filename, got: written.bytes, expected: file.expectedBytes });
  }
  const charset = charsetOf(file.contentType);
  return {
    filename,
    url: file.url,
    ...written,
    ...(charset === null ? {} : { charset }),
    ...(file.decimals && { decimals: file.decimals }),
  };
}

/** The encoding that the type of a text's content names, as TextDecoder has it; null for none, and for UTF-8, which needs no word. */
function charsetOf(contentType: string | null): string | null {
  const [, quoted, bare] = /;\s*charset\s*=\s*(?:"([^"]{1,40})"|([\w.:-]{1,40}))/i.exec(contentType ?? '') ?? [];
  const label = quoted ?? bare;
  if (label === undefined) return null;
  try {
    const { encoding } = new TextDecoder(label);
    return encoding === 'utf-8' ? null : encoding;
  } catch {
    return null;
  }
}

/** Translates a body's failure, unless the connector already has. */
function bodyError(error: unknown, file: SourceFile, name: string, filename: string, got: number): PipelineError {
  if (error instanceof PipelineError) return error;
  if (file.expectedBytes !== null && got < file.expectedBytes) {
    return new PipelineError(
      'SOURCE_ENDED_EARLY',
      { file: filename, got, expected: file.expectedBytes },
      { cause: error },
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new PipelineError(
    'SOURCE_UNREACHABLE',
    { host: hostOf(file.url) ?? filename, name, reason },
    { cause: error },
  );
}

/** The host and port of a URL; null for anything else. */
function hostOf(url: unknown): string | null {
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  return new URL(url).host || null;
}

/** A provider's file name without control characters, cut to a length that can be stored and shown. */
export function cleanFilename(filename: string): string {
  const printable = filename.replace(/\p{Cc}/gu, '').trim();
  return (printable === '' ? 'file' : printable).slice(-LONGEST_FILENAME);
}
