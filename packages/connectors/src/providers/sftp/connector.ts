import type { ConnectorSpec } from '@switchboard/model/catalog';
import { keyTypesOfForm } from '@switchboard/model/key-types/key-types';
import { fileDestination } from '../../delivery/file-form-parameters.ts';
import { DESTINATION_PARAMETERS, SOURCE_PARAMETERS } from '../../remote-files/parameters.ts';

/** Files of a server that speaks SFTP. */
export const connector: ConnectorSpec = {
  name: 'sftp',
  displayName: 'SFTP',
  keyTypes: keyTypesOfForm('sftp'),
  keyRequired: true,
  source: { parameters: SOURCE_PARAMETERS.specs, listsFiles: true },
  destination: fileDestination('sftp', 'file', DESTINATION_PARAMETERS.specs),
};
