import { expect, it } from 'vitest';
import { MYSQL_ERRORS } from './mysql-failures.ts';
import { type SqlFailureTarget, sqlDestinationFailure, sqlSourceFailure } from './sql-failures.ts';

const target = {
  name: 'daily',
  table: 'shop.daily',
  login: { host: 'db.example', key: 'shop', password: 'secret' },
  isSignedIn: true,
} as unknown as SqlFailureTarget;

const mysqlFailure = (error: Error, to = target): unknown => sqlDestinationFailure(MYSQL_ERRORS, error, to);

const said = (code: string, message = 'said by the server', sqlState = 'HY000'): Error =>
  Object.assign(new Error(message), { code, errno: 1, sqlMessage: message, sqlState });

it.each([
  ['ER_LOCK_DEADLOCK ER_LOCK_WAIT_TIMEOUT ER_CON_COUNT_ERROR', 'DESTINATION_BUSY'],
  ['ER_RECORD_FILE_FULL ER_DISK_FULL ER_TEMP_FILE_WRITE_FAILURE', 'DESTINATION_FULL'],
  ['ER_SERVER_SHUTDOWN ER_CONNECTION_KILLED', 'DESTINATION_UNREACHABLE'],
  ['ER_NO_SUCH_TABLE ER_BAD_FIELD_ERROR ER_DUP_ENTRY', 'DESTINATION_SCHEMA'],
  ['ER_TABLEACCESS_DENIED_ERROR ER_DBACCESS_DENIED_ERROR', 'DESTINATION_REFUSED'],
])('%s is %s', (codes, expected) => {
  for (const code of codes.split(' ')) expect(mysqlFailure(said(code)), code).toMatchObject({ code: expected });
});

it('knows a full disk by the number of the system, and a constraint by its state', () => {
  const full = said(
    'ER_ERROR_ON_WRITE',
    `Error writing file './shop/orders.ibd' (Errcode: 28 "No space left on device")`,
  );
  expect(mysqlFailure(full)).toMatchObject({ code: 'DESTINATION_FULL', class: 'transient' });
  const constraint = said('UNKNOWN_CODE_PLEASE_REPORT', 'CONSTRAINT `positive` failed', '23000');
  expect(mysqlFailure(constraint)).toMatchObject({ code: 'DESTINATION_SCHEMA' });
});

it.each(['ER_DISK_FULL', 'ER_RECORD_FILE_FULL', 'ER_TEMP_FILE_WRITE_FAILURE'])(
  'a source whose server reports %s is tried again',
  (code) => {
    const { name, login } = target;
    const failure = sqlSourceFailure(MYSQL_ERRORS, said(code), { name, login, url: 'mysql://db.example/shop' });
    expect(failure).toMatchObject({ class: 'transient' });
  },
);

it('names the setting that forbids to send rows', () => {
  const refused = Object.assign(said('', 'Loading local data is disabled'), { errno: 3948 });
  expect(mysqlFailure(refused)).toMatchObject({
    code: 'DESTINATION_REFUSED',
    message: expect.stringContaining('Loading local data is disabled; set local_infile = 1 in') as unknown,
  });
});

it('blames the key for a refused sign-in only, without its password', () => {
  const refused = said('ER_DBACCESS_DENIED_ERROR', 'Access denied, secret');
  const failure = mysqlFailure(refused, { ...target, isSignedIn: false });
  expect(failure).toMatchObject({ code: 'DESTINATION_AUTH_FAILED' });
  expect(String(failure)).not.toContain('secret');
});
