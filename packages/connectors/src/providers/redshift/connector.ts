import { type ConnectorSpec, keyTypesOfForm } from '@switchboard/model';
import { SQL_SOURCE_PARAMETERS } from '../../sql/source-parameters.ts';

/** Amazon Redshift, as a source. */
export const connector: ConnectorSpec = {
  name: 'redshift',
  displayName: 'Amazon Redshift',
  keyTypes: keyTypesOfForm('sql'),
  keyRequired: true,
  source: { parameters: SQL_SOURCE_PARAMETERS },
};
