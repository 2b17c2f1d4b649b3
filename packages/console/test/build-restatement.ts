import type { Answers } from './graphql-server.ts';

/** A freeze of all uploads, as the server answers it. */
export const buildFreeze = (patch: object = {}) => ({
  __typename: 'DateFreeze',
  id: 'f1',
  upload_name: null,
  dates: 'November 2026',
  reason: 'Books closed',
  created: '2026-12-03T06:02:00.000Z',
  held: 2,
  frozen_by: { __typename: 'Person', id: 'p1', name: 'Dana' },
  ...patch,
});

/** A changed result that a freeze holds, as the server answers it. */
export const buildRestatement = (patch: object = {}) => ({
  __typename: 'Restatement',
  id: 'r1',
  created: '2026-12-05T06:02:00.000Z',
  upload_id: 'u2',
  replaced_id: 'u1',
  upload_name: 'daily',
  report_datetime: {
    __typename: 'ReportDatetime',
    iso: '2026-11-20T00:00:00Z',
    short: 'Nov 20',
    long: 'Nov 20, 2026',
    long_utc: '2026-11-20 00:00:00 UTC',
  },
  rows_before: 1200,
  rows_after: 1240,
  totals: [{ __typename: 'RestatedTotal', column: 'clicks', before: '90000', after: '89000.5' }],
  cause: 'source',
  caused_by: null,
  download_id: 'd2',
  changelist_id: 'v7',
  script: 'Version 7',
  has_other_script: false,
  destination: 'sftp: reports/daily.csv',
  state: 'held',
  delivered: null,
  held_by: { __typename: 'DateFreeze', id: 'f1', dates: 'November 2026' },
  ...patch,
});

export const freezesOf = (...freezes: readonly object[]) => ({
  date_freezes: { __typename: 'DateFreezes', freezes },
});

/** The answers of the restatements screen. */
export function restatementAnswers(nodes: readonly object[], freezes: readonly object[] = []): Answers {
  const restatements = {
    __typename: 'RestatementConnection',
    nodes,
    pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
  };
  const answers = { Restatements: { restatements }, DateFreezes: freezesOf(...freezes) };
  return Object.fromEntries(Object.entries(answers).map(([operation, answer]) => [operation, () => answer]));
}
