import type { ConnectorSpec } from '@switchboard/model/catalog';
import { keyTypesOfForm } from '@switchboard/model/key-types/key-types';
import { FILE_FORM, fileDestination } from '../../delivery/file-form-parameters.ts';
import { defineParameters } from '../../parameters/define-parameters.ts';

const SOURCE_PARAMETERS = defineParameters({
  path: {
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Place of the objects: s3://bucket/path. {YYYY-MM-DD} and the like stand for the report date; * and ** match several objects. With pattern or regex, the folder to search.',
  },
});

export const DESTINATION_PARAMETERS = defineParameters({
  path: {
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Place of the object: s3://bucket/path. {YYYY}, {MM}, {DD} stand for the report date, {name} for the upload’s name.',
  },
  ...FILE_FORM,
});

/** Amazon S3, and every store that speaks its protocol. */
export const connector: ConnectorSpec = {
  name: 's3',
  displayName: 'Amazon S3',
  keyTypes: keyTypesOfForm('aws'),
  keyRequired: true,
  source: { parameters: SOURCE_PARAMETERS.specs, listsFiles: true },
  destination: fileDestination('s3', 'object', DESTINATION_PARAMETERS.specs),
};
