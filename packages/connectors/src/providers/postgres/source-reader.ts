import { type Client, escapeIdentifier, escapeLiteral, type FieldDef } from 'pg';
import type { DecimalDigits } from '../../spec.ts';
import { type DateKind, type SourceStatement, sourceStatement } from '../../sql/source-parameters.ts';

/** Longest read of a table, in milliseconds. */
export const READ_MS = 6 * 3_600_000;

/** Types of date columns by their number. */
const KINDS: ReadonlyMap<number, DateKind> = new Map([
  [1082, 'day'],
  [1114, 'local'],
  [1184, 'moment'],
]);

/** The date kind of a statement's date column; null for columns without dates. */
export async function dateKind(client: Client, statement: SourceStatement): Promise<DateKind | null> {
  if (statement.dateColumn === null) return null;
  const { fields } = await client.query(statement.dateColumn);
  return KINDS.get(fields[0]?.dataTypeID ?? 0) ?? null;
}

const NUMERIC = 1700;
/** Added to the digits in the modifier of a type. */
const MODIFIER_HEAD = 4;

/** The decimals among the columns of a query. The modifier of a declared one holds its precision and scale. */
export async function decimalsOf(client: Client, rows: string): Promise<Readonly<Record<string, DecimalDigits>>> {
  const { fields } = await client.query(`select * from (${rows}) described limit 0`);
  return decimalsAmong(fields);
}

/** The decimals among the columns of a result. */
export function decimalsAmong(
  fields: readonly Pick<FieldDef, 'name' | 'dataTypeID' | 'dataTypeModifier'>[],
): Readonly<Record<string, DecimalDigits>> {
  return Object.fromEntries(
    fields
      .filter(({ dataTypeID }) => dataTypeID === NUMERIC)
      .map(({ name, dataTypeModifier }) => {
        const digits = dataTypeModifier - MODIFIER_HEAD;
        const [precision, scale] = [digits >> 16, digits & 0xffff];
        return [name, dataTypeModifier < MODIFIER_HEAD || scale > precision ? null : { precision, scale }];
      }),
  );
}

function bound(kind: DateKind, day: string, instant: string): string {
  if (kind === 'moment') return `${escapeLiteral(`${instant}+00`)}::timestamptz`;
  return `${escapeLiteral(day)}::${kind === 'day' ? 'date' : 'timestamp'}`;
}

/** The statements of a request, as PostgreSQL spells them. */
export const statementOf = (request: Parameters<typeof sourceStatement>[0]): SourceStatement =>
  sourceStatement(request, { name: escapeIdentifier, bound });
