import { basename } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { compileGlob, fillTemplate, PipelineError } from '@switchboard/model';
import { countBody } from '../../listing/count-body.ts';
import { hasFilter, isPlainPath } from '../../listing/match-files.ts';
import type {
  ConnectorContext,
  ListedFile,
  ListRequest,
  SourceConnector,
  SourceFile,
  SourceRequest,
  WantedFile,
} from '../../spec.ts';
import { accessOf } from './access.ts';
import { openBucket } from './bucket.ts';
import { SOURCE_PARAMETERS } from './connector.ts';
import { S3Failure, s3SourceFailure } from './failures.ts';
import { placeOf, readPlace } from './place.ts';

const MAX_OBJECTS = 100_000;

/** Objects of Amazon S3 and its like. Their etags identify their content: an object is whole as soon as it is there. */
export const source: SourceConnector = {
  async list(request, context) {
    const { path: template } = SOURCE_PARAMETERS.read(request.name, request.parameters);
    const dated = fillTemplate(template, '2000-01-01') !== template;
    const files: ListedFile[] = [];
    for (const reportDate of (dated ? request.dates : null) ?? [null])
      files.push(...(await listPlace(request, reportDate, context)));
    return files;
  },
  async fetch(request, context) {
    return { kind: 'files', files: wantedFiles(request, context) };
  },
};

/** The objects at the place of one report date. */
async function listPlace(
  request: ListRequest,
  reportDate: string | null,
  context: ConnectorContext,
): Promise<readonly ListedFile[]> {
  const { bucket, key } = placeOf(request, reportDate);
  const { refuse } = SOURCE_PARAMETERS.read(request.name, request.parameters);
  const isFolder = hasFilter(request);
  const matches = isFolder ? null : compileGlob(key);
  const prefix = isFolder ? `${key}/` : (/^[^*?]*/.exec(key)?.[0] ?? '');
  const files: ListedFile[] = [];
  await atBucket(request, bucket, async (access) => {
    const box = await openBucket(access, bucket, context.egress);
    let seen = 0;
    for await (const object of box.list(prefix, context.signal)) {
      seen += 1;
      if (seen > MAX_OBJECTS) refuse('path', 'lists more than 100,000 objects; name the folder more closely');
      const path = `s3://${bucket}/${object.key}`;
      if (!isPlainPath(object.key) || Buffer.byteLength(path) > 1024 || matches?.(object.key) === false) continue;
      const { bytes: size, modifiedAt: modified, etag: checksum } = object;
      const relative = isFolder ? object.key.slice(prefix.length) : object.key;
      files.push({ path, relative, size, modified, checksum, reportDate });
    }
  });
  return files;
}

async function* wantedFiles(request: SourceRequest, context: ConnectorContext): AsyncGenerator<SourceFile> {
  const { bucket: declared } = placeOf(request, request.reportDate ?? '2000-01-01');
  for (const wanted of request.files ?? []) {
    context.signal.throwIfAborted();
    const place = readPlace(wanted.path);
    if (place === null || place.bucket !== declared)
      throw new PipelineError('SOURCE_FILE_MISSING', { name: request.name, file: wanted.path });
    const body = await atBucket(request, declared, async (access) => {
      const box = await openBucket(access, declared, context.egress);
      const etag = wanted.checksum === null ? {} : { etag: wanted.checksum };
      return box.read(place.key, { ...etag, signal: context.signal });
    }).catch((error: unknown) => {
      if (hasChanged(error)) throw new PipelineError('SOURCE_FILE_CHANGED', { name: request.name, file: wanted.path });
      throw error;
    });
    if (body === null) throw new PipelineError('SOURCE_FILE_MISSING', { name: request.name, file: wanted.path });
    yield sourceFile(body, wanted, context);
  }
}

/** Runs something at a bucket and translates its failures. */
async function atBucket<Result>(
  request: ListRequest | SourceRequest,
  bucket: string,
  work: (access: ReturnType<typeof accessOf>) => Promise<Result>,
): Promise<Result> {
  const access = accessOf(request.name, request.key);
  try {
    return await work(access);
  } catch (error) {
    throw s3SourceFailure(error, access, { name: request.name, key: request.key?.name ?? '', bucket });
  }
}

const hasChanged = (error: unknown): boolean =>
  error instanceof PipelineError && error.cause instanceof S3Failure && error.cause.kind === 'condition';

function sourceFile(from: Readable, { path, size }: WantedFile, context: ConnectorContext): SourceFile {
  const filename = basename(path);
  const endedEarly = (got: number, cause?: unknown): PipelineError =>
    new PipelineError(
      'SOURCE_ENDED_EARLY',
      { file: filename, got, expected: size ?? 'an unknown number of' },
      { cause },
    );
  const translateError = (error: Error, got: number): Error =>
    error instanceof PipelineError || context.signal.aborted ? error : endedEarly(got, error);
  const body = countBody({ expected: size, onBytes: context.onBytes, endedEarly, translateError });
  pipeline(from, body, () => undefined);
  return { filename, url: path, body, expectedBytes: size, contentType: null };
}
