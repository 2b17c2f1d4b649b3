import { describeDestination } from '@switchboard/model/catalog';
import { CommitConflict } from '../../delivery/commit-conflict.ts';
import { fileFormat } from '../../delivery/file-form.ts';
import { heldFence, nextFences } from '../../delivery/object-fences.ts';
import { deliverObject } from '../../delivery/object-store.ts';
import type { Delivered, DeliveryContext, DeliveryRequest, DestinationConnector } from '../../spec.ts';
import { openAccess } from './assume-role.ts';
import { openBucket } from './bucket.ts';
import { connector, DESTINATION_PARAMETERS } from './connector.ts';
import { S3Failure, s3DestinationFailure, WriteUnknown } from './failures.ts';
import { placeOf } from './place.ts';

/** The ledger entry of an object that does not hold this upload and report date. */
const NO_ENTRY = { fence: null, epoch: 0, sha256: null };

/** An upload that was not finished within a day never will be. */
const ABANDONED_MS = 24 * 3600_000;

/**
 * Objects of Amazon S3 and its like. The object itself carries the fences of what it holds, and replaces its predecessor
 * in one conditional request: an attempt that another one overtook finds a different object than it read, and is refused.
 */
export const destination: DestinationConnector = { formatOf: fileFormat, deliver: deliverS3Object };

async function deliverS3Object(request: DeliveryRequest, context: DeliveryContext): Promise<Delivered> {
  const { refuse } = DESTINATION_PARAMETERS.read(request.name, request.parameters);
  if (request.mode === 'append' || request.mode === 'upsert')
    refuse('mode', 'cannot be used with objects, which are replaced as a whole; use replace_date or truncate');
  const { bucket: bucketName, key } = placeOf(request, request.reportDate);
  const access = openAccess(request.name, request.key, context);
  const { signal } = context;
  let isConditional = true;
  return deliverObject(request, context, {
    destination: describeDestination(connector, request.parameters, request.name, request.reportDate),
    translateError: (error) =>
      s3DestinationFailure(error, access, {
        name: request.name,
        key: request.key?.name ?? '',
        bucket: bucketName,
      }),
    prepare: () => openBucket(access, bucketName, context.egress),
    async readLedger(bucket) {
      const held = await bucket.head(key, signal);
      return held === null ? null : { ...held, ...(heldFence(request, held.metadata) ?? NO_ENTRY) };
    },
    async write(bucket, open, held) {
      const staged = await bucket.stage(key, open(), {
        signal,
        condition: !isConditional ? 'any' : held === null ? 'absent' : { etag: held.etag },
        metadata: await nextFences(request, held?.metadata ?? {}),
        contentType: 'application/octet-stream',
        expectedBytes: request.content.bytes,
        partBytes: context.partBytes,
      });
      return {
        ...staged,
        commit: () =>
          staged.commit().catch((error: unknown) => {
            if (error instanceof S3Failure && error.kind === 'unsupported') isConditional = false;
            throw conflictOf(error);
          }),
      };
    },
    // Not every key may do this.
    sweep: async (bucket) => {
      const before = context.now() - ABANDONED_MS;
      await bucket.abortUploads((other) => other === key, key, before, signal).catch(() => undefined);
    },
  });
}

/** A failed commit as a conflict, where only reading the object again shows what it holds now. */
function conflictOf(error: unknown): unknown {
  if (error instanceof WriteUnknown) return new CommitConflict('unknown', error.cause, { mayBeOwn: true });
  if (!(error instanceof S3Failure)) return error;
  // An object that is gone answers a condition on it as if it had never been.
  const hasChanged = error.kind === 'condition' || error.kind === 'unsupported' || error.code === 'NoSuchKey';
  // The library repeats a request whose answer was lost, and the repetition finds what the first one wrote.
  return hasChanged ? new CommitConflict('changed', error, { mayBeOwn: true }) : error;
}
