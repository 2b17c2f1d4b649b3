import { csvRecord, csvRecords } from '../../sql/csv-record.ts';
import { decimalDigits, type FoundDecimals } from '../../sql/decimal-digits.ts';
import { type Spellings, spellRows } from '../../warehouse/spell-rows.ts';
import type { WarehouseSession } from '../../warehouse/warehouse.ts';
import { execute, readPartition } from './api.ts';
import { scriptName } from './names.ts';

/**
 * Runs a query and gives its rows as CSV with a header, one partition after the other: RFC 4180, null is empty, an empty text is
 * "", moments are UTC, binary values are hexadecimal after \x, semi-structured ones JSON.
 */
export async function* readRows(
  session: WarehouseSession,
  text: string,
  decimals: FoundDecimals,
): AsyncGenerator<Buffer> {
  const result = await execute(session, { text });
  const { columns, rows, partitions } = result;
  for (const { name, type, precision, scale } of columns)
    if (type === 'fixed') decimals[scriptName(name)] = decimalDigits(precision, scale);
  const spell = spellRows(columns, SPELLINGS);
  const header = csvRecord(columns.map(({ name }) => scriptName(name)));
  yield Buffer.from(header + csvRecords(spell(rows)));
  for (let partition = 1; partition < partitions; partition += 1)
    yield Buffer.from(csvRecords(spell(await readPartition(session, result, partition))));
}

const SPELLINGS: Spellings = {
  date: (days) => dayOf(Number(days)),
  time: (seconds) => clockOf(split(seconds)),
  timestamp_ntz: momentOf,
  timestamp_ltz: momentOf,
  // After the space stands the offset, in minutes and 1440. The seconds are UTC.
  timestamp_tz: (value) => momentOf(value.split(' ')[0] ?? ''),
  binary: (hex) => `\\x${hex.toLowerCase()}`,
};

const DAY_SECONDS = 86_400;

const dayOf = (days: number): string => new Date(days * DAY_SECONDS * 1000).toISOString().slice(0, 10);

/** Seconds since 1970 with nine decimals, as a time in UTC. */
function momentOf(value: string): string {
  const { seconds, fraction } = split(value);
  const days = Math.floor(seconds / DAY_SECONDS);
  return `${dayOf(days)} ${clockOf({ seconds: seconds - days * DAY_SECONDS, fraction })}`;
}

const clockOf = ({ seconds, fraction }: { readonly seconds: number; readonly fraction: string }): string =>
  `${new Date(seconds * 1000).toISOString().slice(11, 19)}${fraction === '' ? '' : `.${fraction}`}`;

const BILLION = 1_000_000_000n;

/** Whole seconds, rounded down, and the decimals after them without zeros at the end. */
function split(value: string): { readonly seconds: number; readonly fraction: string } {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(value) ?? [];
  const size = BigInt(whole) * BILLION + BigInt(decimals.padEnd(9, '0'));
  const nanoseconds = sign === '-' ? -size : size;
  const rest = ((nanoseconds % BILLION) + BILLION) % BILLION;
  return {
    seconds: Number((nanoseconds - rest) / BILLION),
    fraction: rest.toString().padStart(9, '0').replace(/0+$/, ''),
  };
}
