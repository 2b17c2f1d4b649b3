import { describeDestination } from '@switchboard/model/catalog';
import { fileFormat } from '../../delivery/file-form.ts';
import { heldFence, nextFences } from '../../delivery/object-fences.ts';
import { deliverObject } from '../../delivery/object-store.ts';
import { googleDestinationFailure } from '../../google/google-failure.ts';
import type { Delivered, DeliveryContext, DeliveryRequest, DestinationConnector } from '../../spec.ts';
import { findObject, openBucket, WRITE_SCOPE } from './bucket.ts';
import { connector, DESTINATION_PARAMETERS } from './connector.ts';
import { placeOf } from './place.ts';
import { stageObject } from './stage-object.ts';

/** The ledger entry of an object that does not hold this upload and report date. */
const NO_ENTRY = { fence: null, epoch: 0, sha256: null };
/** The generation of an object that does not exist. */
const ABSENT = '0';

/**
 * Objects of Google Cloud Storage. The object itself carries the fences of what it holds, and replaces its predecessor in one
 * request on the condition of its generation: an attempt that another one overtook is refused.
 */
export const destination: DestinationConnector = { formatOf: fileFormat, deliver: deliverGcsObject };

async function deliverGcsObject(request: DeliveryRequest, context: DeliveryContext): Promise<Delivered> {
  const { refuse } = DESTINATION_PARAMETERS.read(request.name, request.parameters);
  if (request.mode === 'append' || request.mode === 'upsert')
    refuse('mode', 'cannot be used with objects, which are replaced as a whole; use replace_date or truncate');
  const place = placeOf(request, request.reportDate);
  return deliverObject(request, context, {
    destination: describeDestination(connector, request.parameters, request.name, request.reportDate),
    translateError: (error) =>
      googleDestinationFailure(error, {
        name: request.name,
        key: request.key?.name ?? '',
        place: `bucket ${place.bucket}`,
      }),
    prepare: async () => openBucket(request, place.bucket, WRITE_SCOPE, context),
    async readLedger(bucket) {
      const held = await findObject(bucket, place.key);
      return held === null ? null : { ...held, ...(heldFence(request, held.metadata) ?? NO_ENTRY) };
    },
    async write(bucket, open, held) {
      const metadata = await nextFences(request, held?.metadata ?? {});
      return stageObject(bucket, place.key, open(), { generation: held?.generation ?? ABSENT, metadata });
    },
    // An upload that nothing finishes or cancels ends by itself within a week, and shows nothing meanwhile.
    sweep: async () => undefined,
  });
}
