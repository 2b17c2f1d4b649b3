import { objectDestination } from '../../delivery/object-destination.ts';
import type { ObjectMetadata } from '../../delivery/object-fences.ts';
import { azureDestinationFailure } from './azure-failure.ts';
import { connector, DESTINATION_PARAMETERS } from './connector.ts';
import { type AzureContainer, findBlob, openContainer } from './container.ts';
import { placeOf } from './place.ts';
import { stageBlob } from './stage-blob.ts';

/** Blobs of Azure Blob Storage. Blocks that were sent and not committed show nothing, and end by themselves within a week. */
export const destination = objectDestination<AzureContainer>({
  connector,
  noun: 'blobs',
  parameters: DESTINATION_PARAMETERS,
  placeOf,
  writer: (request, container, context) => ({
    translateError: (error) =>
      azureDestinationFailure(error, { name: request.name, key: request.key?.name ?? '', container }),
    open: async () => openContainer(request, container, context),
    async find(opened, key) {
      const blob = await findBlob(opened, key);
      return blob === null ? null : { ...blob, metadata: replaceInNames(blob.metadata, '_', '-') };
    },
    stage: (opened, key, body, { held, metadata }) =>
      stageBlob(opened, key, body, { version: held, metadata: replaceInNames(metadata, '-', '_') }),
  }),
});

/** Metadata under other names: at Azure they are identifiers, which have no hyphens. */
const replaceInNames = (metadata: ObjectMetadata, from: string, to: string): ObjectMetadata =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name.replaceAll(from, to), value]));
