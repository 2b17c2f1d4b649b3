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
      shownAs: 'file · {path}',
    },
  },
  source: fileSource,
  destination: fileDestination,
};
