import type { ConnectorSpec } from '@switchboard/model/catalog';
import { keyTypesOfForm } from '@switchboard/model/key-types/key-types';
import { FILE_FORM, fileDestination } from '../../delivery/file-form-parameters.ts';
import { defineParameters } from '../../parameters/define-parameters.ts';

const SOURCE_PARAMETERS = defineParameters({
  path: {
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Place of the objects: gs://bucket/path. {YYYY-MM-DD} and the like stand for the report date; * and ** match several objects. With pattern or regex, the folder to search.',
  },
});

export const DESTINATION_PARAMETERS = defineParameters({
  path: {
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Place of the object: gs://bucket/path. {YYYY}, {MM}, {DD} stand for the report date, {name} for the upload’s name.',
  },
  ...FILE_FORM,
});

/** Google Cloud Storage, by its JSON API. */
export const connector: ConnectorSpec = {
  name: 'gcs',
  displayName: 'Google Cloud Storage',
  keyTypes: keyTypesOfForm('google'),
  keyRequired: true,
  source: { parameters: SOURCE_PARAMETERS.specs, listsFiles: true },
  destination: fileDestination('gcs', 'object', DESTINATION_PARAMETERS.specs),
};
