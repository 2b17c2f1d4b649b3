import { expect, test } from 'vitest';
import { queryFailure } from './failures.ts';

const JOB = { reads: ['/data/part.parquet'], writes: [], memoryBytes: 512 * 1024 ** 2, timeoutMs: 60_000 };

test('names the table, and keeps the words of a defect of the database from readers', () => {
  const message =
    'INTERNAL Error: Failed to bind column reference "rows4" [10.2]\nThis error signals an assertion failure.';
  const failure = queryFailure(message, 'by_site', JOB);
  expect(failure.code).toBe('QUERY_NOT_PLANNED');
  expect(failure.message).toContain('The table by_site is valid');
  expect(failure.message).not.toContain('INTERNAL');
  expect(failure.cause).toBe(message);
});

test('hides where the files of a job are', () => {
  const failure = queryFailure('IO Error: broken footer in /data/part.parquet\nLINE 1: SELECT', 'ads', JOB);
  expect(failure.code).toBe('STORAGE_FAILED');
  expect(failure.message).toContain('a working file cannot be read');
});

test.each([
  ['Binder Error: Values list "d" does not have a column named "site"', 'there is no column site'],
  ['Binder Error: Column "foo" in EXCLUDE list not found in d', 'there is no column foo'],
  [
    'Binder Error: Star expression "COLUMNS(x)" resulted in an empty set of columns',
    'no column matches its columns(…) or *',
  ],
  [
    "Binder Error: No function matches the given name and argument types 'sum(VARCHAR)'. You might need to add explicit type casts.",
    'an expression does not take a value of type string',
  ],
  [
    'Binder Error: Cannot compare values of type VARCHAR and INTEGER_LITERAL - an explicit cast is required',
    'stands beside',
  ],
  ['Catalog Error: something else', 'a column that is not declared has a type'],
])('a query that does not fit its inputs is described without the words of the database: %s', (message, reason) => {
  const failure = queryFailure(message, 'by_site', JOB);
  expect(failure.code).toBe('QUERY_UNFIT');
  expect(String(failure.parameters['reason'])).toContain(reason);
  expect(failure.message).not.toMatch(/Binder|Catalog|VARCHAR|EXCLUDE|COLUMNS\(/);
  expect(failure.cause).toBe(message);
});

test('no other words of the database are shown', () => {
  const failure = queryFailure('Permission Error: /etc/passwd is disabled by configuration', 'by_site', JOB);
  expect(failure.message).toBe(
    'The table by_site could not be built: the database could not calculate it from the rows of this report date.',
  );
});
