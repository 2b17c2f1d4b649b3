import type { KeyType } from '../../spec.ts';
import { verifyPostgres } from './verify.ts';

/** Login of a PostgreSQL database. */
export const postgresKey: KeyType = {
  name: 'postgres',
  displayName: 'PostgreSQL',
  fields: [
    { name: 'host', label: 'Host', type: 'string', required: true, doc: 'Name or address of the server.' },
    { name: 'port', label: 'Port', type: 'integer', required: false, doc: 'Port of the server; 5432 by default.' },
    { name: 'db_name', label: 'Database', type: 'string', required: true, doc: 'Name of the database.' },
    { name: 'user', label: 'User', type: 'string', required: true, doc: 'Name of the user who writes.' },
    { name: 'password', label: 'Password', type: 'secret', required: true, doc: 'Password of that user.' },
    {
      name: 'ssl',
      label: 'Use SSL',
      type: 'boolean',
      required: false,
      doc: 'Encrypts the connection and verifies the server’s certificate.',
    },
    {
      name: 'server_ca_pem',
      label: 'Server CA certificate',
      type: 'file',
      required: false,
      doc: 'PEM of the authority that signed the server’s certificate; needed where it is none of the well-known ones.',
    },
  ],
  verify: verifyPostgres,
};
