import { type ConnectorSpec, keyTypesOfForm } from '@switchboard/model';
import { SQL_SOURCE_PARAMETERS } from '../../sql/source-parameters.ts';

/** Microsoft SQL Server and Azure SQL, as a source. */
export const connector: ConnectorSpec = {
  name: 'mssql',
  displayName: 'Microsoft SQL Server',
  keyTypes: keyTypesOfForm('sql'),
  keyRequired: true,
  source: { parameters: SQL_SOURCE_PARAMETERS },
};
