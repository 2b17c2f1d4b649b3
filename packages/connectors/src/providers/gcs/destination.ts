import { objectDestination } from '../../delivery/object-destination.ts';
import { googleDestinationFailure } from '../../google/google-failure.ts';
import { findObject, type GcsBucket, openBucket, WRITE_SCOPE } from './bucket.ts';
import { connector, DESTINATION_PARAMETERS } from './connector.ts';
import { placeOf } from './place.ts';
import { stageObject } from './stage-object.ts';

/** The generation of an object that does not exist. */
const ABSENT = '0';

/**
 * Objects of Google Cloud Storage. An upload that nothing finishes or cancels ends by itself within a week, and shows nothing
 * meanwhile.
 */
export const destination = objectDestination<GcsBucket>({
  connector,
  noun: 'objects',
  parameters: DESTINATION_PARAMETERS,
  placeOf,
  writer: (request, name, context) => ({
    translateError: (error) =>
      googleDestinationFailure(error, { name: request.name, key: request.key?.name ?? '', place: `bucket ${name}` }),
    open: async () => openBucket(request, name, WRITE_SCOPE, context),
    find: findObject,
    stage: (bucket, key, body, { held, metadata }) =>
      stageObject(bucket, key, body, { generation: held ?? ABSENT, metadata }),
  }),
});
