import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
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

function bound(kind: DateKind, day: string, instant: string): string {
  if (kind === 'moment') return `${escapeLiteral(`${instant}+00`)}::timestamptz`;
  return `${escapeLiteral(day)}::${kind === 'day' ? 'date' : 'timestamp'}`;
}

/** The statements of a request, as PostgreSQL spells them. */
export const statementOf = (request: Parameters<typeof sourceStatement>[0]): SourceStatement =>
  sourceStatement(request, { name: escapeIdentifier, bound });
