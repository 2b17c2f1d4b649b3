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
  const { message } = queryFailure('IO Error: broken footer in /data/part.parquet\nLINE 1: SELECT', 'ads', JOB);
  expect(message).toBe('The table ads could not be built: IO Error: broken footer in a working file');
});
