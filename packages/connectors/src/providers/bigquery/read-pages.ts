import { randomUUID } from 'node:crypto';
import { callForJson } from '../../google/call-google.ts';
import type { DecimalDigits } from '../../spec.ts';
import { csvRecord, csvRecords } from '../../sql/csv-record.ts';
import { decimalDigits, type FoundDecimals } from '../../sql/decimal-digits.ts';
import { type BigQuery, isRecord, itemsOf, textOf, urlOf, waitFor } from './api.ts';

/** A column of a result. */
type Field = {
  readonly name: string;
  readonly type: string;
  readonly mode: string;
  /** Declared digits of a number; null without. */
  readonly digits: DecimalDigits;
  readonly fields: readonly Field[];
};

/** Rows of one page at most. The API also ends a page at 10 MB. */
const PAGE_ROWS = 10_000;
const WAIT_MS = 10_000;

/**
 * Runs a query and gives its rows as CSV with a header, one page after the other: RFC 4180, null is empty, an empty text is "", times
 * are UTC, bytes are hexadecimal after \x, records and lists are JSON. Throws GoogleFailure or NetworkError.
 * @param decimals gets those among its columns
 */
export async function* readPages(api: BigQuery, query: string, decimals: FoundDecimals): AsyncGenerator<Buffer> {
  const body = {
    query,
    useLegacySql: false,
    timeoutMs: WAIT_MS,
    maxResults: PAGE_ROWS,
    // A repeated request finds the query that runs.
    requestId: randomUUID(),
    // Else times are floating-point seconds, which have no microseconds.
    formatOptions: { useInt64Timestamp: true },
  };
  let page = await callForJson(api.access, { method: 'POST', url: urlOf(api, '/queries'), body }, api.context);
  const reference = isRecord(page['jobReference']) ? page['jobReference'] : {};
  const next = async (pageToken: string): Promise<typeof page> => {
    const url = new URL(urlOf(api, `/queries/${encodeURIComponent(textOf(reference['jobId']))}`));
    const parameters = { location: textOf(reference['location']), pageToken };
    for (const [name, value] of Object.entries(parameters)) if (value !== '') url.searchParams.set(name, value);
    url.searchParams.set('timeoutMs', String(WAIT_MS));
    url.searchParams.set('maxResults', String(PAGE_ROWS));
    url.searchParams.set('formatOptions.useInt64Timestamp', 'true');
    return callForJson(api.access, { method: 'GET', url: url.href }, api.context);
  };
  for (let tries = 1; page['jobComplete'] !== true; tries += 1) {
    await waitFor(tries, api.context.signal);
    page = await next('');
  }
  const fields = fieldsOf(isRecord(page['schema']) ? page['schema']['fields'] : undefined);
  for (const { name, type, mode, digits } of fields)
    if (mode !== 'REPEATED' && DECIMALS.has(type)) decimals[name] = digits ?? DECIMALS.get(type) ?? null;
  yield Buffer.from(csvRecord(fields.map(({ name }) => name)));
  for (;;) {
    const rows = itemsOf(page['rows']).map(({ f }) => itemsOf(f).map(({ v }, index) => cellText(v, fields[index])));
    if (rows.length > 0) yield Buffer.from(csvRecords(rows));
    const token = textOf(page['pageToken']);
    if (token === '') return;
    page = await next(token);
  }
}

/** Types of decimals, with the digits of those that are declared without. */
const DECIMALS: ReadonlyMap<string, DecimalDigits> = new Map([
  ['NUMERIC', { precision: 38, scale: 9 }],
  ['BIGNUMERIC', null],
]);

const fieldsOf = (value: unknown): readonly Field[] =>
  itemsOf(value).map(({ name, type, mode, precision, scale, fields }) => ({
    name: textOf(name),
    type: textOf(type),
    mode: textOf(mode),
    digits: precision === undefined ? null : decimalDigits(Number(precision), Number(scale ?? 0)),
    fields: fieldsOf(fields),
  }));

/** A value as text; null for null. */
function cellText(value: unknown, field: Field | undefined): string | null {
  const plain = plainValue(value, field);
  return plain === null || typeof plain === 'string' ? plain : JSON.stringify(plain);
}

/** A value without the frames of the API, in which records are `{f: [{v}]}` and lists `[{v}]`. */
function plainValue(value: unknown, field: Field | undefined): unknown {
  if (value === null || value === undefined || field === undefined) return null;
  if (field.mode === 'REPEATED') return itemsOf(value).map(({ v }) => plainValue(v, { ...field, mode: '' }));
  if (field.type === 'RECORD' || field.type === 'STRUCT') {
    const values = itemsOf(isRecord(value) ? value['f'] : undefined);
    return Object.fromEntries(
      field.fields.map((inner, index) => [inner.name, plainValue(values[index]?.['v'], inner)]),
    );
  }
  const text = textOf(value);
  if (field.type === 'TIMESTAMP') return timeText(text);
  if (field.type === 'DATETIME') return text.replace('T', ' ');
  return field.type === 'BYTES' ? `\\x${Buffer.from(text, 'base64').toString('hex')}` : text;
}

/** Microseconds since 1970 as a time in UTC. */
function timeText(microseconds: string): string {
  if (!/^-?\d{1,18}$/.test(microseconds)) return microseconds;
  const all = BigInt(microseconds);
  const rest = ((all % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const seconds = (all - rest) / 1_000_000n;
  const day = new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  return rest === 0n ? day : `${day}.${rest.toString().padStart(6, '0')}`;
}
