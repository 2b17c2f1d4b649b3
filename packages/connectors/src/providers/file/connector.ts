import type { ConnectorSpec } from '@switchboard/model/catalog';
import { FILE_FORM, fileDestination } from '../../delivery/file-form-parameters.ts';
import { defineParameters } from '../../parameters/define-parameters.ts';

export const SOURCE_PARAMETERS = defineParameters({
  path: {
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Path below the folders that file sources may read. {YYYY-MM-DD} and the like stand for the report date; * and ** match several files. With pattern or regex, the folder to search.',
  },
});

export const DESTINATION_PARAMETERS = defineParameters({
  path: {
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Path below the folder for file uploads. {YYYY}, {MM}, {DD} stand for the report date, {name} for the upload’s name.',
  },
  ...FILE_FORM,
});

/** Folders of the machine that runs the work. */
export const connector: ConnectorSpec = {
  name: 'file',
  displayName: 'Files in a folder',
  keyTypes: [],
  keyRequired: false,
  source: { parameters: SOURCE_PARAMETERS.specs, listsFiles: true },
  destination: fileDestination('file', 'file', DESTINATION_PARAMETERS.specs),
};
