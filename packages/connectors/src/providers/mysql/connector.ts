import { type ConnectorSpec, keyTypesOfForm } from '@switchboard/model';
import { SQL_SOURCE_PARAMETERS } from '../../sql/source-parameters.ts';

/** MySQL and MariaDB, as a source. */
export const connector: ConnectorSpec = {
  name: 'mysql',
  displayName: 'MySQL',
  keyTypes: keyTypesOfForm('sql'),
  keyRequired: true,
  source: { parameters: SQL_SOURCE_PARAMETERS },
};
