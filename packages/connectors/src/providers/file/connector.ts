import type { Connector } from '../../spec.ts';
import { FILE_DESTINATION_PARAMETERS, fileDestination } from './destination.ts';
import { FILE_SOURCE_PARAMETERS, fileSource } from './source.ts';

/** Folders of the machine that runs the work. */
export const fileConnector: Connector = {
  spec: {
    name: 'file',
    displayName: 'Files in a folder',
    keyTypes: [],
    keyRequired: false,
    source: { parameters: FILE_SOURCE_PARAMETERS },
    destination: {
      parameters: FILE_DESTINATION_PARAMETERS,
      modes: ['replace_date', 'truncate'],
      modeDocs: {
        replace_date:
          'The file of the report date is replaced as a whole; with a path that holds no date, all dates share one file, and the last delivered is in it.',
        truncate: 'The file is replaced as a whole, for rows that belong to no date or to all of them.',
      },
      shownAs: 'file · {path}',
    },
  },
  source: fileSource,
  destination: fileDestination,
};
