import { csvRecord, csvRecords } from '../../sql/csv-record.ts';
import { decimalDigits, type FoundDecimals } from '../../sql/decimal-digits.ts';
import { type Spellings, spellRows } from '../../warehouse/spell-rows.ts';
import type { WarehouseField, WarehouseSession } from '../../warehouse/warehouse.ts';
import { execute, readChunk } from './api.ts';
import { quoteName } from './names.ts';

/**
 * Runs a query and gives its rows as CSV with a header, one chunk after the other: RFC 4180, null is empty, an empty text is "",
 * moments are UTC, binary values are hexadecimal after \x, records and lists JSON.
 * @param text begins with "select *"
 */
export async function* readRows(
  session: WarehouseSession,
  text: string,
  decimals: FoundDecimals,
): AsyncGenerator<Buffer> {
  const { columns } = await execute(session, { text: `${text} limit 0` });
  for (const { name, type, precision, scale } of columns)
    if (type === 'decimal') decimals[name] = decimalDigits(precision, scale);
  // How the API writes values of these types is not said exactly: they are asked for in a form without doubt.
  const list = columns.map((column) => `${exactValue(column)} AS ${quoteName(column.name)}`).join(', ');
  const result = await execute(session, {
    text: text.replace(/^select \*/, () => `select ${list}`),
    isLinked: true,
  });
  const spell = spellRows(columns, SPELLINGS);
  yield Buffer.from(csvRecord(columns.map(({ name }) => name)));
  for (let chunk = 0; chunk < result.chunks; chunk += 1)
    yield Buffer.from(csvRecords(spell(await readChunk(session, result, chunk))));
}

const NESTED: ReadonlySet<string> = new Set(['array', 'struct', 'map', 'variant']);

function exactValue({ name, type }: WarehouseField): string {
  const column = quoteName(name);
  if (type === 'timestamp') return `unix_micros(${column})`;
  if (type === 'binary') return `hex(${column})`;
  return NESTED.has(type) ? `to_json(${column})` : `CAST(${column} AS STRING)`;
}

const SPELLINGS: Spellings = {
  timestamp: timeText,
  binary: (hex) => `\\x${hex.toLowerCase()}`,
};

/** Microseconds since 1970 as a time in UTC, without zeros at the end. */
function timeText(microseconds: string): string {
  const all = BigInt(microseconds);
  const rest = ((all % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const moment = new Date(Number((all - rest) / 1_000n)).toISOString().slice(0, 19).replace('T', ' ');
  return rest === 0n ? moment : `${moment}.${rest.toString().padStart(6, '0').replace(/0+$/, '')}`;
}
