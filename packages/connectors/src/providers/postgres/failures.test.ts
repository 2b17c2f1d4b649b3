import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type SqlFailureTarget, sqlDestinationFailure } from '../../sql/sql-failures.ts';
import { POSTGRES_ERRORS } from './failures.ts';

const destination = {
  name: 'daily',
  table: 'public.daily',
  login: { host: 'db.example', port: 5432, user: 'u', password: 'p', database: 'd', key: 'warehouse' },
} as unknown as SqlFailureTarget;

const postgresFailure = (error: Error): unknown => sqlDestinationFailure(POSTGRES_ERRORS, error, destination);

function failed(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError('said by the server', 1, 'error');
  error.code = code;
  return error;
}

describe('what PostgreSQL says, in the words of a destination', () => {
  it.each([
    ['40P01 55P03 53200', 'DESTINATION_BUSY'],
    ['53100', 'DESTINATION_FULL'],
    ['42501', 'DESTINATION_REFUSED'],
    ['28P01', 'DESTINATION_AUTH_FAILED'],
    ['57P01', 'DESTINATION_UNREACHABLE'],
    ['42703', 'DESTINATION_SCHEMA'],
  ])('%s is %s', (codes, expected) => {
    for (const code of codes.split(' ')) expect(postgresFailure(failed(code)), code).toMatchObject({ code: expected });
  });

  it.each([
    ['connection requires a valid client certificate', 'SQL_CLIENT_CERTIFICATE'],
    ['no pg_hba.conf entry for host "192.0.2.1", user "u", database "d", no encryption', 'SQL_SSL_REQUIRED'],
    ['no pg_hba.conf entry for host "192.0.2.1", user "u", database "d", SSL off', 'SQL_SSL_REQUIRED'],
  ])('names the SSL field at fault when the server says: %s', (message, code) => {
    const error = Object.assign(failed('28000'), { message });
    expect(postgresFailure(error)).toMatchObject({ code: 'DESTINATION_AUTH_FAILED', cause: { code } });
  });
});
