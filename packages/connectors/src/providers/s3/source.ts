import { objectSource } from '../../listing/object-source.ts';
import type { SourceConnector } from '../../spec.ts';
import { accessOf } from './access.ts';
import { openAccess } from './assume-role.ts';
import { openBucket } from './bucket.ts';
import { S3Failure, s3SourceFailure } from './failures.ts';
import { placeOf, readPlace } from './place.ts';

/** Objects of Amazon S3 and its like. Their etags identify their content. */
export const source: SourceConnector = objectSource({
  scheme: 's3',
  placeOf,
  readPlace,
  async open(request, name, context) {
    const { egress, signal } = context;
    const bucket = await openBucket(openAccess(request.name, request.key, context), name, egress);
    return {
      list: (prefix) => bucket.list(prefix, signal),
      read: (key, etag) => bucket.read(key, { ...(etag === null ? {} : { etag }), signal }),
    };
  },
  translateError: (error, { name, key }, bucket) =>
    s3SourceFailure(error, accessOf(name, key), { name, key: key?.name ?? '', bucket }),
  isChanged: (error) => error instanceof S3Failure && error.kind === 'condition',
});
