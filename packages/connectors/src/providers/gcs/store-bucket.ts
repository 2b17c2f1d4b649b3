import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { noFault } from '@switchboard/model/faults';
import { CommitConflict } from '../../delivery/commit-conflict.ts';
import { type PartUpload, stageParts } from '../../delivery/stage-parts.ts';
import { callForJson, callGoogle, isPassing } from '../../google/call-google.ts';
import { type GoogleAccess, openGoogleAccess } from '../../google/google-access.ts';
import { GoogleFailure } from '../../google/google-failure.ts';
import { metadataAccess } from '../../google/metadata-access.ts';
import { openUpload } from '../../google/resumable-upload.ts';
import type { StoredObject } from '../../listing/object-source.ts';
import type { Egress } from '../../network/egress.ts';
import type { ConnectorContext, KeyProperties } from '../../spec.ts';
import { type GcsBucket, listObjects, objectsUrl, readContent, WRITE_SCOPE } from './bucket.ts';
import { insertWhole, uploadTarget } from './stage-object.ts';

/** One bucket in which a program keeps its own files, and as whom it asks there. */
export type StoreBucketAccess = {
  readonly bucket: string;
  /** Null: Google's. It may be a private address, since the administrator chose it. */
  readonly endpoint: string | null;
  /** JSON of a service account; null: the account of the machine or pod, whose tokens its metadata server gives. */
  readonly serviceAccount: string | null;
  /** Host of that server, with its port where it is not 80. */
  readonly metadataHost: string;
};

/** All throw GoogleFailure, NetworkError, HOST_NOT_ALLOWED, or the reason of an aborted signal; `write` also what the body throws. */
export type StoreBucket = {
  /** Writes an object that is complete or absent, in place of one that is there. */
  write(key: string, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
  /** Null when there is no such object. */
  head(key: string): Promise<StoredObject | null>;
  /** Null when there is no such object. */
  read(key: string): Promise<Readable | null>;
  /** Objects with this prefix, sorted by key. */
  list(prefix: string): AsyncIterable<StoredObject>;
  remove(key: string): Promise<void>;
};

/** Length of one part of a long object: a multiple of the 256 KiB that the API asks for. */
const PART_BYTES = 8 * 1024 ** 2;
/** The generation of an object that does not exist. */
const ABSENT = '0';
/** Rounds of replacing an object that others replace meanwhile. */
const ROUNDS = 3;

/** The content of an object. `md5` is in Base64; null for one that was composed of others. */
type Held = { readonly generation: string; readonly md5: string | null };

/** Opens a bucket without sending a request. Throws GoogleFailure for JSON that is not of a service account. */
export function openStoreBucket(given: StoreBucketAccess, egress: Egress): StoreBucket {
  const origin = given.endpoint?.replace(/\/$/, '') ?? null;
  const opened = openAccess(given, egress);
  const access: GoogleAccess = origin === null ? opened : { ...opened, origin: () => origin };
  const bucketFor = (signal: AbortSignal): GcsBucket => ({
    name: given.bucket,
    access,
    context: contextFor(egress, signal),
  });
  const bucket = bucketFor(new AbortController().signal);

  async function write(key: string, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const own = bucketFor(signal);
    const hash = createHash('md5');
    let sum: string | null = null;
    /** The hash of all that was read. */
    const md5 = (): string => {
      sum ??= hash.digest('base64');
      return sum;
    };
    const staged = await stageParts(hashed(body, hash), {
      partBytes: PART_BYTES,
      signal,
      writeWhole: (content) => writeWhole(own, key, content, md5()),
      openUpload: () => openPart(own, key, md5),
      isPassing,
      isCondition,
    });
    try {
      await staged.commit();
    } catch (error) {
      const cause = error instanceof CommitConflict ? error.cause : error;
      // After a lost answer, an object of these bytes is the one that was sent.
      if (error instanceof CommitConflict && (await heldAt(own, key))?.md5 === md5()) return;
      await staged.discard();
      throw cause;
    }
  }

  return {
    write,
    async head(key) {
      const url = objectsUrl(bucket, '', key);
      url.searchParams.set('fields', 'size,updated,generation');
      const found = await orMissing(callForJson(access, { method: 'GET', url: url.href }, bucket.context));
      if (found === null) return null;
      const { size, updated, generation } = found;
      return { key, bytes: Number(size), modifiedAt: Date.parse(String(updated)), version: String(generation) };
    },
    read: (key) => readContent(bucket, key, null),
    list: (prefix) => listObjects(bucket, prefix),
    remove: (key) => removeObject(bucket, key, null),
  };
}

const contextFor = (egress: Egress, signal: AbortSignal): ConnectorContext => ({
  egress,
  signal,
  fault: noFault,
  now: Date.now,
  onBytes: () => undefined,
  folders: { read: [], write: [] },
});

function openAccess({ serviceAccount, metadataHost }: StoreBucketAccess, egress: Egress): GoogleAccess {
  if (serviceAccount === null) return metadataAccess(metadataHost, WRITE_SCOPE, egress);
  const properties = { service_account_json: serviceAccount };
  const key: KeyProperties = { name: 'the account of the store', type: 'google_service_account', properties };
  return openGoogleAccess('the store', key, WRITE_SCOPE, { egress, now: Date.now });
}

const isCondition = (error: unknown): boolean => error instanceof GoogleFailure && error.kind === 'condition';

async function* hashed(
  body: AsyncIterable<Uint8Array>,
  hash: { update(chunk: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Makes an object where there is none. Where there is one, replaces the generation that is there, and no other.
 * `act` sends the request for a generation; `isOurs` says whether what is there makes it unnecessary.
 */
async function inPlaceOf<Result>(
  bucket: GcsBucket,
  key: string,
  act: (generation: string) => Promise<Result>,
  isOurs: (held: Held) => boolean,
): Promise<Result | null> {
  let generation = ABSENT;
  for (let round = 1; ; round += 1) {
    try {
      return await act(generation);
    } catch (error) {
      if (!isCondition(error) || round === ROUNDS) throw error;
      const held = await heldAt(bucket, key);
      if (held !== null && isOurs(held)) return null;
      generation = held?.generation ?? ABSENT;
    }
  }
}

/** One request. The server refuses bytes that do not fit their hash. */
async function writeWhole(bucket: GcsBucket, key: string, content: Buffer, md5: string): Promise<void> {
  const act = (generation: string) => insertWhole(bucket, key, content, { generation, metadata: {} });
  await inPlaceOf(bucket, key, act, (held) => held.md5 === md5);
}

/** An upload in parts, whose object is removed where it does not hold what was sent. */
async function openPart(bucket: GcsBucket, key: string, md5: () => string): Promise<PartUpload> {
  const act = (generation: string) =>
    openUpload(bucket.access, uploadTarget(bucket, key, { generation, metadata: {} }), bucket.context);
  const upload = await inPlaceOf(bucket, key, act, () => false);
  if (upload === null) throw new Error('an upload was not begun');
  return {
    ...upload,
    async finish(part) {
      await upload.finish(part);
      const held = await heldAt(bucket, key);
      if (held === null || held.md5 === null || held.md5 === md5()) return;
      await removeObject(bucket, key, held.generation);
      const host = new URL(objectsUrl(bucket, '')).host;
      throw new GoogleFailure('busy', 'checksumMismatch', 'it stored other bytes than were sent', { host });
    },
  };
}

async function heldAt(bucket: GcsBucket, key: string): Promise<Held | null> {
  const url = objectsUrl(bucket, '', key);
  url.searchParams.set('fields', 'generation,md5Hash');
  const found = await orMissing(callForJson(bucket.access, { method: 'GET', url: url.href }, bucket.context));
  if (found === null) return null;
  const { generation, md5Hash } = found;
  return { generation: String(generation), md5: typeof md5Hash === 'string' ? md5Hash : null };
}

/** `generation`: null for any. */
async function removeObject(bucket: GcsBucket, key: string, generation: string | null): Promise<void> {
  const url = objectsUrl(bucket, '', key);
  if (generation !== null) url.searchParams.set('ifGenerationMatch', generation);
  const answer = await orMissing(callGoogle(bucket.access, { method: 'DELETE', url: url.href }, bucket.context));
  answer?.body.destroy();
}

async function orMissing<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof GoogleFailure && error.kind === 'missing') return null;
    throw error;
  }
}
