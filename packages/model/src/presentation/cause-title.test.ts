import { expect, it } from 'vitest';
import type { HealthCause } from '../status/health-cause.ts';
import { causeTitle } from './cause-title.ts';

const CAUSE: HealthCause = {
  kind: 'failed',
  code: 'SOURCE_AUTH_FAILED',
  runId: null,
  since: null,
  day: null,
  subjectKind: 'download',
  subject: 'ads',
  via: null,
};

it.each([
  ['its error', {}, 'Key rejected by the source'],
  ['the download that it comes through', { via: 'ads' }, 'Download ads: key rejected by the source'],
  ['a warning', { kind: 'warning', code: 'DOWNLOAD_ROWS_DIRTY' }, 'Some rows are dirty'],
  ['its day without an error', { kind: 'missing', code: null }, 'Missing'],
  ['a suspended key', { kind: 'key', subjectKind: 'key', subject: 'shop' }, 'Key shop is suspended'],
  ['a deleted key', { kind: 'key', subjectKind: 'key', subject: '' }, 'Its key was deleted'],
  ['a suspended download', { kind: 'suspended', code: null }, 'Download ads is suspended'],
  [
    'a download that failures suspended',
    { kind: 'suspended', code: 'ALL_ROWS_DIRTY' },
    'Download ads is suspended: all rows dirty',
  ],
] as const)('names a cause by %s', (_what, patch, title) => {
  expect(causeTitle({ ...CAUSE, ...patch })).toBe(title);
});
