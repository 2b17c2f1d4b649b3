import { CommitConflict } from '../../delivery/commit-conflict.ts';
import { objectDestination } from '../../delivery/object-destination.ts';
import { openAccess } from './assume-role.ts';
import { type Bucket, openBucket } from './bucket.ts';
import { connector, DESTINATION_PARAMETERS } from './connector.ts';
import { S3Failure, s3DestinationFailure, WriteUnknown } from './failures.ts';
import { placeOf } from './place.ts';

/** An upload that was not finished within a day never will be. */
const ABANDONED_MS = 24 * 3600_000;

/** Objects of Amazon S3 and its like. */
export const destination = objectDestination<Bucket>({
  connector,
  noun: 'objects',
  parameters: DESTINATION_PARAMETERS,
  placeOf,
  writer(request, name, context) {
    const access = openAccess(request.name, request.key, context);
    const { signal } = context;
    let isConditional = true;
    return {
      translateError: (error) =>
        s3DestinationFailure(error, access, { name: request.name, key: request.key?.name ?? '', bucket: name }),
      open: () => openBucket(access, name, context.egress),
      find: (bucket, key) => bucket.head(key, signal),
      async stage(bucket, key, body, { held, metadata }) {
        const staged = await bucket.stage(key, body, {
          signal,
          condition: !isConditional ? 'any' : held === null ? 'absent' : { etag: held },
          metadata,
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
      async sweep(bucket, key) {
        const before = context.now() - ABANDONED_MS;
        await bucket.abortUploads((other) => other === key, key, before, signal).catch(() => undefined);
      },
    };
  },
});

/** A failed commit as a conflict, where only reading the object again shows what it holds now. */
function conflictOf(error: unknown): unknown {
  if (error instanceof WriteUnknown) return new CommitConflict('unknown', error.cause, { mayBeOwn: true });
  if (!(error instanceof S3Failure)) return error;
  // An object that is gone answers a condition on it as if it had never been.
  const hasChanged = error.kind === 'condition' || error.kind === 'unsupported' || error.code === 'NoSuchKey';
  // The library repeats a request whose answer was lost, and the repetition finds what the first one wrote.
  return hasChanged ? new CommitConflict('changed', error, { mayBeOwn: true }) : error;
}
