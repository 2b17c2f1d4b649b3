import { GoogleFailure, googleSourceFailure } from '../../google/google-failure.ts';
import { objectSource } from '../../listing/object-source.ts';
import type { SourceConnector } from '../../spec.ts';
import { listObjects, openBucket, READ_SCOPE, readContent } from './bucket.ts';
import { placeOf, readPlace } from './place.ts';

/** Objects of Google Cloud Storage. Their generations identify their content. */
export const source: SourceConnector = objectSource({
  scheme: 'gs',
  placeOf,
  readPlace,
  async open(request, name, context) {
    const bucket = openBucket(request, name, READ_SCOPE, context);
    return {
      list: (prefix) => listObjects(bucket, prefix),
      read: (key, generation) => readContent(bucket, key, generation),
    };
  },
  translateError: (error, { name, key }, bucket) =>
    googleSourceFailure(error, { name, key: key?.name ?? '', place: `gs://${bucket}` }),
  isChanged: (error) => error instanceof GoogleFailure && error.kind === 'condition',
});
