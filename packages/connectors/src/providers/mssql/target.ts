import { ledgerId } from '../../delivery/ledger.ts';
import type { DeliveryRequest } from '../../spec.ts';
import type { MssqlSession } from '../../sql/mssql-session.ts';
import type { SqlTables, TableName } from '../../sql/sql-database.ts';
import { placeIsBusy } from '../../sql/sql-ledger.ts';
import { type TableParameters, unfit } from '../../sql/table-parameters.ts';
import { MSSQL_TYPES } from './column-types.ts';
import * as sql from './statements.ts';

const LOCK_MS = 60_000;

/** Takes a lock by name. Throws DESTINATION_BUSY when another session keeps it. */
export async function lock(
  session: MssqlSession,
  request: DeliveryRequest,
  owner: 'Session' | 'Transaction',
  ...name: readonly string[]
): Promise<void> {
  const hash = ledgerId(name).slice(0, 40);
  const { rows } = await session.ask(sql.lock(hash, owner, LOCK_MS));
  if (Number(rows[0]?.[0] ?? -1) >= 0) return;
  throw placeIsBusy(request);
}

async function kindOf(session: MssqlSession, table: TableName): Promise<string | null> {
  const { rows } = await session.ask(sql.kindOf(table));
  return rows[0]?.[0] ?? null;
}

const folded = (name: string): string => name.toLowerCase();

/** The tables of SQL Server. Each upload that creates some waits for others that do. */
export const TABLES: SqlTables<MssqlSession, TableParameters, sql.TableColumn> = {
  folded,
  ledgerOf: ({ schema }) => ({ schema, table: sql.LEDGER }),
  exists: async (session, table) => (await kindOf(session, table)) !== null,
  async creating(session, { request, target }, work) {
    await session.ask('begin transaction');
    await lock(session, request, 'Transaction', 'create', target.schema);
    await work();
    await session.ask('commit transaction');
  },
  async ensureSchema(session, target) {
    const { rows } = await session.ask(sql.findSchema(target));
    if (rows.length === 0 && target.create) await session.ask(sql.createSchema(target));
  },
  createTable: async (_, target, columns) => sql.createTable(target, columns),
  createLedger: sql.createLedger,
  types: MSSQL_TYPES,
  addColumn: sql.addColumn,
  changeType: sql.changeType,
  async readColumns(session, target, names) {
    if ((await kindOf(session, target)) !== 'BASE TABLE') return null;
    const { rows } = await session.ask(sql.readColumns(target));
    const places = names.map(folded);
    return new Map(
      rows.map((row) => {
        const name = folded(String(row[0]));
        const place = places.indexOf(name);
        return [name, { ...columnOf(row), staged: place === -1 ? null : `c${place + 1}` }] as const;
      }),
    );
  },
  checkColumns(target, columns, names) {
    const unknown = names.find((name) => !TAKEN.has(columns.get(folded(name))?.type ?? ''));
    if (unknown === undefined) return;
    const type = columns.get(folded(unknown))?.type;
    throw unfit(target, `its column ${unknown} is of type ${type}, which rows cannot be given to`);
  },
};

/** Types that take every value of a result as a text. */
const TAKEN = new Set(
  [
    'bigint int smallint tinyint bit decimal numeric money smallmoney float real date time datetime datetime2 smalldatetime',
    'datetimeoffset char varchar text nchar nvarchar ntext uniqueidentifier xml',
  ].flatMap((line) => line.split(' ')),
);

function columnOf(row: readonly (string | null)[]): Omit<sql.TableColumn, 'staged'> {
  const [name, given, precision, scale, fraction, collation = null] = row;
  const types = typed(given ?? '', [precision, scale, fraction]);
  return {
    name: name ?? '',
    ...types,
    fullType: types.converted ?? types.type,
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
