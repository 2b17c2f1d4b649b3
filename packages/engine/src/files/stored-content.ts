import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, type Readable, Transform } from 'node:stream';
import { readSize } from '@switchboard/connectors';
import { PipelineError } from '@switchboard/model/errors/errors';
import { type Fingerprint, fingerprint } from './fingerprint.ts';
import { storageError } from './storage-error.ts';

/** A reference to an object: its key, its length and its hash. */
const REFERENCE = /^(.*);bytes=(\d+);sha256=([0-9a-f]{64})$/s;

/** An object that was written: the reference to it, by which it is read and compared, and what it holds. */
export type Written = Fingerprint & { readonly key: string };

/** The reference to an object that was written under a key. */
export function written(key: string, { bytes, sha256 }: Fingerprint): Written {
  return { key: `${keyOf(key)};bytes=${bytes};sha256=${sha256}`, bytes, sha256 };
}

/** The key of a reference. A key without length and hash, as older installations recorded them, is its own. */
export const keyOf = (reference: string): string => REFERENCE.exec(reference)?.[1] ?? reference;

/** The length in a reference; null for one without. */
export const bytesOf = (reference: string): number | null => expectedOf(reference)?.bytes ?? null;

/** The SHA-256 in a reference, as hexadecimal digits; null for one without. */
export const sha256Of = (reference: string): string | null => expectedOf(reference)?.sha256 ?? null;

/** Whether two references are to objects of the same bytes. */
export function isSameContent(one: string, other: string): boolean {
  const [a, b] = [expectedOf(one), expectedOf(other)];
  return a !== null && a.sha256 === b?.sha256;
}

function expectedOf(reference: string): Fingerprint | null {
  const [, , bytes, sha256 = ''] = REFERENCE.exec(reference) ?? [];
  return bytes === undefined ? null : { bytes: Number(bytes), sha256 };
}

/**
 * The content of an object as it comes from the store, compared with its reference: too long a one fails early, any other difference
 * fails before the end. Failures of reading are STORAGE_FAILED, too.
 */
export function comparedStream(body: Readable, reference: string): Readable {
  const expected = expectedOf(reference);
  const hash = createHash('sha256');
  let bytes = 0;
  const compared = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.byteLength;
      if (expected !== null && bytes > expected.bytes)
        return done(otherContent(reference, `more than ${expected.bytes}`));
      if (expected !== null) hash.update(chunk);
      return done(null, chunk);
    },
    flush: (done) =>
      done(expected === null ? null : difference(reference, expected, { bytes, sha256: hash.digest('hex') })),
    destroy: (error, done) => done(error === null ? null : storageError(error)),
  });
  pipeline(body, compared, () => undefined);
  return compared;
}

/** Compares a file of the store with the reference by which it is read. @throws PipelineError STORAGE_FAILED */
export async function compareFile(path: string, size: number, reference: string): Promise<void> {
  const expected = expectedOf(reference);
  if (expected === null) return;
  if (size !== expected.bytes) throw otherContent(reference, String(size));
  const found = await fingerprint(createReadStream(path, { highWaterMark: readSize(size) }));
  const different = difference(reference, expected, found);
  if (different !== null) throw different;
}

function difference(reference: string, expected: Fingerprint, found: Fingerprint): PipelineError | null {
  if (found.bytes !== expected.bytes) return otherContent(reference, String(found.bytes));
  return found.sha256 === expected.sha256 ? null : otherContent(reference, `${found.bytes} other`);
}

function otherContent(reference: string, bytes: string): PipelineError {
  const reason = `it gave ${bytes} bytes for ${keyOf(reference)}, where ${expectedOf(reference)?.bytes} were stored`;
  return new PipelineError('STORAGE_FAILED', { reason });
}
