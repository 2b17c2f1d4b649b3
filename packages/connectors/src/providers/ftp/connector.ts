import type { ConnectorSpec } from '@switchboard/model/catalog';
import { keyTypesOfForm } from '@switchboard/model/key-types/key-types';
import { fileDestination } from '../../delivery/file-form-parameters.ts';
import { DESTINATION_PARAMETERS, SOURCE_PARAMETERS } from '../../remote-files/parameters.ts';

/** Files of a server that speaks FTP, with or without TLS. */
export const connector: ConnectorSpec = {
  name: 'ftp',
  displayName: 'FTP',
  keyTypes: keyTypesOfForm('ftp'),
  keyRequired: true,
  source: { parameters: SOURCE_PARAMETERS.specs, listsFiles: true },
  destination: fileDestination('ftp', 'file', DESTINATION_PARAMETERS.specs),
};
