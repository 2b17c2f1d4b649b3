import type { ConnectorSpec } from '@switchboard/model';
import { FILE_FORM } from '../../delivery/file-form-parameters.ts';
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
  destination: {
    parameters: DESTINATION_PARAMETERS.specs,
    modes: ['replace_date', 'truncate'],
    modeDocs: {
      replace_date:
        'The file of the report date is replaced as a whole; with a path that holds no date, all dates share one file, and the last delivered is in it.',
      truncate: 'The file is replaced as a whole, for rows that belong to no date or to all of them.',
    },
    shownAs: 'file · {path}',
  },
};
