import { X509Certificate } from 'node:crypto';
import { SqlKeyError } from './sql-key-error.ts';

/** Refuses a field `server_ca_pem` that holds no certificate. */
export function checkAuthority(
  pem: string,
  refuse: (parameter: string, reason: string, cause: Error) => unknown,
): void {
  try {
    new X509Certificate(pem);
  } catch (error) {
    const reason = 'is not a certificate';
    refuse('server_ca_pem', reason, new SqlKeyError('SQL_SERVER_CA', reason, error));
  }
}
