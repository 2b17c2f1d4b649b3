import type { ConnectorSpec } from '@switchboard/model/catalog';
import { keyTypesOfForm } from '@switchboard/model/key-types/key-types';
import { FILE_FORM, fileDestination } from '../../delivery/file-form-parameters.ts';
import { defineParameters } from '../../parameters/define-parameters.ts';

const SOURCE_PARAMETERS = defineParameters({
  path: {
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Place of the blobs: az://container/path. {YYYY-MM-DD} and the like stand for the report date; * and ** match several blobs. With pattern or regex, the folder to search.',
  },
});

export const DESTINATION_PARAMETERS = defineParameters({
  path: {
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Place of the blob: az://container/path. {YYYY}, {MM}, {DD} stand for the report date, {name} for the upload’s name.',
  },
  ...FILE_FORM,
});

/** Azure Blob Storage, by its REST API. */
export const connector: ConnectorSpec = {
  name: 'azure_blob',
  displayName: 'Azure Blob Storage',
  keyTypes: keyTypesOfForm('azure'),
  keyRequired: true,
  source: { parameters: SOURCE_PARAMETERS.specs, listsFiles: true },
  destination: fileDestination('azure_blob', 'blob', DESTINATION_PARAMETERS.specs),
};
