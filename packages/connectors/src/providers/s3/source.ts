import { basename } from 'node:path';
import { pipeline, type Readable, Transform } from 'node:stream';
import { fillTemplate, type ParameterSpec, PipelineError } from '@switchboard/model';
import { RE2JS } from 're2js';
import { readParameters } from '../../fields.ts';
import { isPlainPath, patternToRegex } from '../../listing/match-files.ts';
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
import { S3Failure, s3SourceFailure } from './failures.ts';
import { placeOf, readPlace } from './place.ts';

export const S3_SOURCE_PARAMETERS: readonly ParameterSpec[] = [
  {
    name: 'path',
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Where the objects lie: s3://bucket/path. {YYYY-MM-DD} and the like stand for the report date; * and ** match several objects. With pattern or regex, the folder in which to look.',
  },
];

const MOST_OBJECTS = 100_000;

/** Objects of Amazon S3 and its like. Their etags vouch for what they hold: an object is whole as soon as it is there. */
export const s3Source: SourceConnector = {
  async list(request, context) {
    const template = readParameters(request.name, request.parameters).requiredText('path');
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
  const read = readParameters(request.name, request.parameters);
  const isFolder = read.text('pattern') !== undefined || read.text('regex') !== undefined;
  const fits = isFolder ? null : RE2JS.compile(patternToRegex(key));
  const prefix = isFolder ? `${key}/` : (/^[^*?]*/.exec(key)?.[0] ?? '');
  const files: ListedFile[] = [];
  await told(request, bucket, async (access) => {
    const box = await openBucket(access, bucket, context.egress);
    let seen = 0;
    for await (const object of box.list(prefix, context.signal)) {
      seen += 1;
      if (seen > MOST_OBJECTS) read.refuse('path', 'looks at more than 100,000 objects; name the folder more closely');
      const path = `s3://${bucket}/${object.key}`;
      if (!isPlainPath(object.key) || Buffer.byteLength(path) > 1024 || fits?.matches(object.key) === false) continue;
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
    const body = await told(request, declared, async (access) => {
      const box = await openBucket(access, declared, context.egress);
      const etag = wanted.checksum === null ? {} : { etag: wanted.checksum };
      return box.read(place.key, { ...etag, signal: context.signal });
    }).catch((error: unknown) => {
      if (changed(error)) throw new PipelineError('SOURCE_FILE_CHANGED', { name: request.name, file: wanted.path });
      throw error;
    });
    if (body === null) throw new PipelineError('SOURCE_FILE_MISSING', { name: request.name, file: wanted.path });
    yield sourceFile(body, wanted, context);
  }
}

/** Runs something at a bucket, its failures in the words of a source. */
async function told<Result>(
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

const changed = (error: unknown): boolean =>
  error instanceof PipelineError && error.cause instanceof S3Failure && error.cause.kind === 'condition';

function sourceFile(from: Readable, { path, size }: WantedFile, context: ConnectorContext): SourceFile {
  const filename = basename(path);
  let got = 0;
  const endedEarly = (cause?: unknown): PipelineError =>
    new PipelineError(
      'SOURCE_ENDED_EARLY',
      { file: filename, got, expected: size ?? 'an unknown number of' },
      { cause },
    );
  const body = new Transform({
    transform: (chunk: Buffer, _, done) => {
      got += chunk.length;
      context.onBytes(chunk.length);
      done(null, chunk);
    },
    flush: (done) => done(size === null || got === size ? null : endedEarly()),
    destroy: (error, done) => {
      if (error === null || error instanceof PipelineError || context.signal.aborted) return done(error);
      done(endedEarly(error));
    },
  });
  pipeline(from, body, () => undefined);
  return { filename, url: path, body, expectedBytes: size, contentType: null };
}
