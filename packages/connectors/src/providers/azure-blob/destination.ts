import { describeDestination } from '@switchboard/model/catalog';
import { fileFormat } from '../../delivery/file-form.ts';
import { heldFence, nextFences } from '../../delivery/object-fences.ts';
import { deliverObject } from '../../delivery/object-store.ts';
import type { Delivered, DeliveryContext, DeliveryRequest, DestinationConnector } from '../../spec.ts';
import { azureDestinationFailure } from './azure-failure.ts';
import { connector, DESTINATION_PARAMETERS } from './connector.ts';
import { findBlob, openContainer } from './container.ts';
import { placeOf } from './place.ts';
import { stageBlob } from './stage-blob.ts';

/** The ledger entry of a blob that does not hold this upload and report date. */
const NO_ENTRY = { fence: null, epoch: 0, sha256: null };

/**
 * Blobs of Azure Blob Storage. The blob itself carries the fences of what it holds, and replaces its predecessor in one request
 * on the condition of its ETag: an attempt that another one overtook is refused.
 */
export const destination: DestinationConnector = { formatOf: fileFormat, deliver: deliverBlob };

async function deliverBlob(request: DeliveryRequest, context: DeliveryContext): Promise<Delivered> {
  const { refuse } = DESTINATION_PARAMETERS.read(request.name, request.parameters);
  if (request.mode === 'append' || request.mode === 'upsert')
    refuse('mode', 'cannot be used with blobs, which are replaced as a whole; use replace_date or truncate');
  const place = placeOf(request, request.reportDate);
  return deliverObject(request, context, {
    destination: describeDestination(connector, request.parameters, request.name, request.reportDate),
    translateError: (error) =>
      azureDestinationFailure(error, {
        name: request.name,
        key: request.key?.name ?? '',
        container: place.bucket,
      }),
    prepare: async () => openContainer(request, place.bucket, context),
    async readLedger(container) {
      const blob = await findBlob(container, place.key);
      if (blob === null) return null;
      const held = { ...blob, metadata: replaceInNames(blob.metadata, '_', '-') };
      return { ...held, ...(heldFence(request, held.metadata) ?? NO_ENTRY) };
    },
    async write(container, open, held) {
      const metadata = replaceInNames(await nextFences(request, held?.metadata ?? {}), '-', '_');
      return stageBlob(container, place.key, open(), { version: held?.version ?? null, metadata });
    },
    // Blocks that were sent and not committed show nothing, and end by themselves within a week.
    sweep: async () => undefined,
  });
}

/** Metadata under other names: at Azure they are identifiers, which have no hyphens. */
const replaceInNames = (
  metadata: Readonly<Record<string, string>>,
  from: string,
  to: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name.replaceAll(from, to), value]));
