import { basename } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { fillTemplate } from '@switchboard/model/plan';
import { compileGlob } from '@switchboard/model/text/glob';
import { readParameters } from '../parameters/read-parameters.ts';
import type {
  ConnectorContext,
  ListedFile,
  ListRequest,
  SourceConnector,
  SourceFile,
  SourceRequest,
  WantedFile,
} from '../spec.ts';
import { countBody } from './count-body.ts';
import { hasFilter, isPlainPath } from './match-files.ts';
import type { ObjectPlace } from './object-place.ts';

/** An object as a store lists it. Its version identifies its content: an object is whole as soon as it is there. */
export type StoredObject = {
  readonly key: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
  readonly version: string;
};

/** A bucket as a source reads it. */
export type ReadableBucket = {
  /** Objects with this prefix. Throws when the bucket does not exist. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** The bytes of an object, of this version unless it is null. Null when there is no such object. */
  read(key: string, version: string | null): Promise<Readable | null>;
};

export type ObjectStoreCode = {
  readonly scheme: string;
  readPlace(path: string): ObjectPlace | null;
  placeOf(request: ListRequest, reportDate: string | null): ObjectPlace;
  /** Opens a bucket without sending a request. */
  open(request: ListRequest | SourceRequest, bucket: string, context: ConnectorContext): Promise<ReadableBucket>;
  /** Translates a failure into an error of the source; other errors stay. */
  translateError(error: unknown, request: ListRequest | SourceRequest, bucket: string): unknown;
  /** Whether a failure to read says that the object has another version by now. */
  isChanged(error: unknown): boolean;
};

const MAX_OBJECTS = 100_000;

/** The source of an object store. */
export function objectSource(store: ObjectStoreCode): SourceConnector {
  return {
    async list(request, context) {
      const template = readParameters(request.name, request.parameters).string('path') ?? '';
      const dated = fillTemplate(template, '2000-01-01') !== template;
      const files: ListedFile[] = [];
      for (const reportDate of (dated ? request.dates : null) ?? [null])
        files.push(...(await listPlace(store, request, reportDate, context)));
      return files;
    },
    async fetch(request, context) {
      return { kind: 'files', files: wantedFiles(store, request, context) };
    },
  };
}

/** The objects at the place of one report date. */
async function listPlace(
  store: ObjectStoreCode,
  request: ListRequest,
  reportDate: string | null,
  context: ConnectorContext,
): Promise<readonly ListedFile[]> {
  const { bucket, key } = store.placeOf(request, reportDate);
  const { refuse } = readParameters(request.name, request.parameters);
  const isFolder = hasFilter(request);
  const matches = isFolder ? null : compileGlob(key);
  const prefix = isFolder ? `${key}/` : (/^[^*?]*/.exec(key)?.[0] ?? '');
  const files: ListedFile[] = [];
  try {
    const box = await store.open(request, bucket, context);
    let seen = 0;
    for await (const object of box.list(prefix)) {
      seen += 1;
      if (seen > MAX_OBJECTS) refuse('path', 'lists more than 100,000 objects; name the folder more closely');
      const path = `${store.scheme}://${bucket}/${object.key}`;
      if (!isPlainPath(object.key) || Buffer.byteLength(path) > 1024 || matches?.(object.key) === false) continue;
      const { bytes: size, modifiedAt: modified, version: checksum } = object;
      const relative = isFolder ? object.key.slice(prefix.length) : object.key;
      files.push({ path, relative, size, modified, checksum, reportDate });
    }
  } catch (error) {
    throw store.translateError(error, request, bucket);
  }
  return files;
}

async function* wantedFiles(
  store: ObjectStoreCode,
  request: SourceRequest,
  context: ConnectorContext,
): AsyncGenerator<SourceFile> {
  const { bucket } = store.placeOf({ ...request, dates: null }, request.reportDate ?? '2000-01-01');
  for (const wanted of request.files ?? []) {
    context.signal.throwIfAborted();
    const missing = new PipelineError('SOURCE_FILE_MISSING', { name: request.name, file: wanted.path });
    const changed = (cause: unknown): PipelineError =>
      new PipelineError('SOURCE_FILE_CHANGED', { name: request.name, file: wanted.path }, { cause });
    const place = store.readPlace(wanted.path);
    if (place === null || place.bucket !== bucket) throw missing;
    let body: Readable | null;
    try {
      const box = await store.open(request, bucket, context);
      body = await box.read(place.key, wanted.checksum);
    } catch (error) {
      throw store.isChanged(error) ? changed(error) : store.translateError(error, request, bucket);
    }
    if (body === null) throw missing;
    yield sourceFile(body, wanted, context);
  }
}

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
