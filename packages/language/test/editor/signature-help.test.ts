import { expect, test } from 'vitest';
import { signatureHelpAt } from '../../src/editor/signature-help.ts';
import { editorFile } from './editor-file.ts';

/** The signature with its active parameter between angle brackets. */
function shown(marked: string): string | null {
  const { workspace, path, offset } = editorFile(marked);
  const help = signatureHelpAt(workspace, path, offset);
  const [signature] = help?.signatures ?? [];
  if (!help || !signature) return null;
  const active = signature.parameters?.[help.activeParameter ?? -1]?.label;
  if (!Array.isArray(active)) return signature.label;
  const [start, end] = active;
  return `${signature.label.slice(0, start)}<${signature.label.slice(start, end)}>${signature.label.slice(end)}`;
}

test.each([
  ['table t is select sum(|', 'sum(<value: number>): number'],
  ['table t is select sum(|clicks) from ads;', 'sum(<value: number>): number'],
  ['table t is select sum(cli|cks) from ads;', 'sum(<value: number>): number'],
  ['table t is select substr(site, |', 'substr(text: string, <start: integer>, length?: integer): string'],
  ['table t is select substr(site, 1|', 'substr(text: string, <start: integer>, length?: integer): string'],
  [
    'table t is select substr(site, 1, | from ads where clicks > 0',
    'substr(text: string, start: integer, <length?: integer>): string',
  ],
  ['table t is select substr(site, 1, 2, |', 'substr(text: string, start: integer, length?: integer): string'],
  ['table t is select coalesce(a, b, c, |', 'coalesce(value: T, <...others: T>): T'],
  ['table t is select concat(|', 'concat(<value: scalar>, ...others: scalar): string'],
  [
    'table t is select upper(substr(site, |), 3) from ads',
    'substr(text: string, <start: integer>, length?: integer): string',
  ],
  ['table t is select replace(upper(site), |', 'replace(text: string, <search: string>, replacement: string): string'],
  ['table t is select round((clicks + 1) * 2, | from ads', 'round(value: number, <digits?: digits>): number'],
  ['table t is select round((clicks + |', 'round(<value: number>, digits?: digits): number'],
  ['table t is select list_contains([1, 2, |', 'list_contains(<list: [T]>, value: T): boolean'],
  ["table t is select date_trunc(day, '|') as x from ads", 'date_trunc(value: moment, <unit: unit>): moment'],
  ["table t is select split(site, ',|", 'split(text: string, <separator: string>): [string]'],
  ['table t is select site from ads where contains(|', 'contains(<text: string>, search: string): boolean'],
  ['table t is select site from ads join sites on lower(|', 'lower(<text: string>): string'],
  ['table t is select today(|) as x from ads', 'today(): date'],
  [
    'table t is select lag(clicks, |) over (order by day) from ads',
    'lag(value: T, <offset?: integer>, otherwise?: T): T',
  ],
  ['table t is select UPPER(|', 'upper(<text: string>): string'],
  ['table t is upsert ads by site order by lower(|', 'lower(<text: string>): string'],
  ['table t is upsert ads by site delete where lower(|', 'lower(<text: string>): string'],
  ['table t is snapshot ads by site order by lower(|', 'lower(<text: string>): string'],
  ['table t is select cast(|', 'cast(<value> as type)'],
  ['table t is select try_cast(site as |', 'try_cast(value as <type>)'],
  ['table t is select cast(site as decimal(1|', 'decimal(<precision?: digits>, scale?: digits)'],
  ['table t is select columns("|', 'columns(<pattern: regex>)'],
  ['download x from { type: "web"; } using { a: decimal(18, |', 'decimal(precision?: digits, <scale?: digits>)'],
  ['download x from { type: "web"; } using { a: date("|"); };', 'date(<format?: format>)'],
  ['table t is select sum(clicks)| from ads', null],
  ['table t is select | from ads', null],
  ['table t is select nothing(|', null],
  ['table t is select site from ads where site in (|', null],
  ['// sum(|', null],
  ['// sum(1|', null],
  ['download x from { url: (|', null],
  ['|', null],
])('shows the signature at %s', (marked, expected) => {
  expect(shown(marked)).toBe(expected);
});

test('parameters are explained', () => {
  const { workspace, path, offset } = editorFile('table t is select date_add(day, 1, |');
  const [signature] = signatureHelpAt(workspace, path, offset)?.signatures ?? [];
  expect(JSON.stringify(signature?.documentation)).toContain('units later');
  expect(JSON.stringify(signature?.parameters?.[2]?.documentation)).toContain('year, quarter');
  expect(signatureHelpAt(workspace, 'other.sbs', 0)).toBeNull();
});
