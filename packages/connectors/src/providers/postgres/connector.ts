import type { Connector } from '../../spec.ts';
import { postgresDestination } from './destination.ts';
import { POSTGRES_PARAMETERS } from './parameters.ts';

/** PostgreSQL, as a destination. */
export const postgresConnector: Connector = {
  spec: {
    name: 'postgres',
    displayName: 'PostgreSQL',
    keyTypes: ['postgres'],
    keyRequired: true,
    destination: {
      parameters: POSTGRES_PARAMETERS,
      modes: ['replace_date', 'truncate', 'append', 'upsert'],
      shownAs: 'postgres · {schema}.{table}',
    },
  },
  destination: postgresDestination,
};
