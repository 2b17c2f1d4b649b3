import { objectSource } from '../../listing/object-source.ts';
import type { SourceConnector } from '../../spec.ts';
import { AzureFailure, azureSourceFailure } from './azure-failure.ts';
import { listBlobs, openContainer, readContent } from './container.ts';
import { placeOf, readPlace } from './place.ts';

/** Blobs of Azure Blob Storage. Their ETags identify their content. */
export const source: SourceConnector = objectSource({
  scheme: 'az',
  placeOf,
  readPlace,
  async open(request, name, context) {
    const container = openContainer(request, name, context);
    return {
      list: (prefix) => listBlobs(container, prefix),
      read: (key, version) => readContent(container, key, version),
    };
  },
  translateError: (error, { name, key }, container) =>
    azureSourceFailure(error, { name, key: key?.name ?? '', container }),
  isChanged: (error) => error instanceof AzureFailure && error.kind === 'condition',
});
