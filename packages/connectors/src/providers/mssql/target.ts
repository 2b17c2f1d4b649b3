import { createHash } from 'node:crypto';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Column } from '@switchboard/model/schema';
import type { DeliveryRequest } from '../../spec.ts';
import type { MssqlSession } from '../../sql/mssql-session.ts';
import type { TableParameters } from '../../sql/table-parameters.ts';
import * as sql from './statements.ts';

const LOCK_MS = 60_000;

/** Takes a lock by name. Throws DESTINATION_BUSY when another session keeps it. */
export async function lock(
  session: MssqlSession,
  request: DeliveryRequest,
  owner: 'Session' | 'Transaction',
  ...name: readonly string[]
): Promise<void> {
  const hash = createHash('sha256').update(JSON.stringify(name)).digest('hex').slice(0, 40);
  const { rows } = await session.ask(sql.lock(hash, owner, LOCK_MS));
  if (Number(rows[0]?.[0] ?? -1) >= 0) return;
  const reason = 'another delivery to the same place has not ended';
  throw new PipelineError('DESTINATION_BUSY', { name: request.name, reason });
}

async function kindOf(session: MssqlSession, schema: string, table: string): Promise<string | null> {
  const { rows } = await session.ask(sql.kindOf({ schema, table }));
  return rows[0]?.[0] ?? null;
}

export const hasLedger = async (session: MssqlSession, { schema }: TableParameters): Promise<boolean> =>
  (await kindOf(session, schema, sql.LEDGER)) !== null;

const misfit = ({ schema, table }: TableParameters, reason: string): PipelineError =>
  new PipelineError('DESTINATION_SCHEMA', { table: `${schema}.${table}`, reason });

/**
 * Sees to it that the ledger and the table are there. One maker at a time, so that two first uploads do not collide.
 * Throws DESTINATION_SCHEMA when there is no table and none may be made.
 */
export async function ensureTables(
  session: MssqlSession,
  request: DeliveryRequest,
  target: TableParameters,
): Promise<void> {
  const isComplete = async (): Promise<boolean> =>
    (await kindOf(session, target.schema, target.table)) !== null && (await hasLedger(session, target));
  if (await isComplete()) return;
  await session.ask('begin transaction');
  await lock(session, request, 'Transaction', 'create', target.schema);
  const { rows } = await session.ask(sql.findSchema(target));
  if (rows.length === 0 && target.create) await session.ask(sql.createSchema(target));
  if ((await kindOf(session, target.schema, target.table)) === null) {
    if (!target.create) throw misfit(target, 'it does not exist');
    for (const statement of sql.createTable(target, request.columns)) await session.ask(statement);
  }
  if (!(await hasLedger(session, target))) await session.ask(sql.createLedger(target));
  await session.ask('commit transaction');
}

/** The table's columns by their names in lower case. Throws DESTINATION_SCHEMA when some are missing, naming them. */
export async function readColumns(
  session: MssqlSession,
  target: TableParameters,
  names: readonly string[],
): Promise<sql.TableColumns> {
  if ((await kindOf(session, target.schema, target.table)) !== 'BASE TABLE') throw misfit(target, 'it is not a table');
  const { rows } = await session.ask(sql.readColumns(target));
  const places = names.map((name) => name.toLowerCase());
  const columns = new Map(
    rows.map((row) => {
      const name = String(row[0]).toLowerCase();
      const place = places.indexOf(name);
      return [name, { ...columnOf(row), staged: place === -1 ? null : `c${place + 1}` }] as const;
    }),
  );
  const missing = names.filter((name) => !columns.has(name.toLowerCase()));
  if (missing.length > 0) throw misfit(target, `it has no column ${missing.join(', ')}`);
  const unknown = names.find((name) => !TAKEN.has(columns.get(name.toLowerCase())?.type ?? ''));
  if (unknown === undefined) return columns;
  throw misfit(
    target,
    `its column ${unknown} is of type ${columns.get(unknown.toLowerCase())?.type}, which rows cannot be given to`,
  );
}

/** Types that take every value of a result as a text. */
const TAKEN = new Set(
  [
    'bigint int smallint tinyint bit decimal numeric money smallmoney float real date time datetime datetime2 smalldatetime',
    'datetimeoffset char varchar text nchar nvarchar ntext uniqueidentifier xml',
  ].flatMap((line) => line.split(' ')),
);

function columnOf(row: readonly (string | null)[]): Omit<sql.TableColumn, 'staged'> {
  const [, given, precision, scale, fraction, collation = null] = row;
  return {
    ...typed(given ?? '', [precision, scale, fraction]),
    collation: collation !== null && /^\w+$/.test(collation) ? collation : null,
  };
}

function typed(
  given: string,
  [precision, scale, fraction]: readonly (string | null | undefined)[],
): Pick<sql.TableColumn, 'type' | 'converted'> {
  const type = given.toLowerCase();
  if (/char$|text$/.test(type)) return { type, converted: null };
  if (type === 'decimal' || type === 'numeric') return { type, converted: `${type}(${precision}, ${scale})` };
  if (type === 'datetime2' || type === 'datetimeoffset' || type === 'time')
    return { type, converted: `${type}(${fraction ?? '7'})` };
  return { type, converted: type };
}

/** The names of a result's columns in its order. */
export const namesOf = (columns: readonly Column[]): readonly string[] => columns.map(({ name }) => name);
