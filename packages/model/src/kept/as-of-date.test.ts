import { expect, test } from 'vitest';
import type { ConnectorSpec } from '../catalog.ts';
import type { UploadMode } from '../plan.ts';
import { asOfDate } from './as-of-date.ts';

const path = { name: 'path', type: 'string', required: true, syntax: 'template', doc: '' } as const;
const FILE: ConnectorSpec['destination'] = {
  parameters: [path],
  modes: ['replace_date', 'truncate'],
  shownAs: '{path}',
};
const TABLE: ConnectorSpec['destination'] = {
  parameters: [{ ...path, name: 'table' }],
  modes: ['replace_date', 'truncate', 'append', 'upsert'],
  shownAs: '{table}',
};

const asOf = (destination: ConnectorSpec['destination'], place: string, mode: UploadMode): string | null => {
  const parameters = { path: place, table: place };
  return asOfDate(destination ? { destination } : {}, { name: 'latest', mode, parameters }, '2026-11-02');
};

test.each([
  ['a file of the date', FILE, 'latest-{YYYY-MM-DD}.csv', 'replace_date', '2026-11-02'],
  ['a file of the month', FILE, '{YYYY}/{MM}.csv', 'replace_date', '2026-11-30'],
  ['a file of the year', FILE, '{YYYY}.csv', 'replace_date', '2026-12-31'],
  ['a file of all dates', FILE, '{name}.csv', 'replace_date', null],
  ['rows of the date in a table', TABLE, 'latest', 'replace_date', '2026-11-02'],
  ['rows added to a table', TABLE, 'latest', 'append', '2026-11-02'],
  ['a table that is replaced', TABLE, 'latest', 'truncate', null],
  ['a table of the month that is replaced', TABLE, 'latest_{YYYY}_{MM}', 'truncate', '2026-11-30'],
  ['rows that overwrite those of their keys', TABLE, 'latest', 'upsert', null],
] as const)('results for %s show kept rows up to the last date of the place', (_, destination, place, mode, date) => {
  expect(asOf(destination, place, mode)).toBe(date);
});

test('a result without a report date shows all kept rows', () => {
  const upload = { name: 'latest', mode: 'replace_date', parameters: { path: 'a.csv' } } as const;
  expect(asOfDate({ destination: FILE }, upload, null)).toBeNull();
});
