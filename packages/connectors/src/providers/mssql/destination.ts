import { MSSQL_ERRORS } from '../../sql/mssql-failures.ts';
import { MSSQL_LIMITS, type MssqlSession, withMssqlSession } from '../../sql/mssql-session.ts';
import { refuseBadKey, refuseOtherDates, replaceByStaged } from '../../sql/replace-rows.ts';
import type { TableDelivery } from '../../sql/sql-database.ts';
import { sqlDestination } from '../../sql/sql-destination.ts';
import { hashedLedger, tableIdentity } from '../../sql/sql-ledger.ts';
import type { TableParameters } from '../../sql/table-parameters.ts';
import { connector } from './connector.ts';
import { loadStage } from './load-stage.ts';
import { readMssqlParameters } from './parameters.ts';
import { REPLACE, refuseChangedTexts } from './replace-rows.ts';
import { insertLedger, readLedger, type TableColumn, updateLedger } from './statements.ts';
import { lock, TABLES } from './target.ts';

/** Longest statement, such as while it moves staged rows, in milliseconds. */
const STATEMENT_MS = 60 * 60_000;

/** Tables of SQL Server. */
export const destination = sqlDestination<MssqlSession, TableParameters, TableColumn>({
  connector,
  dialect: 'mssql',
  errors: MSSQL_ERRORS,
  readTarget: readMssqlParameters,
  withSession: ({ login, context }, work) =>
    withMssqlSession(login, context, { ...MSSQL_LIMITS, statementMs: STATEMENT_MS }, work),
  // The transaction begins later: the rows are sent into a table of the session first. The lock is the session's.
  begin: (session, delivery) =>
    lock(session, delivery.request, 'Session', 'ledger', delivery.target.schema, ...tableIdentity(delivery)),
  tables: TABLES,
  replace: REPLACE,
  ledger: hashedLedger({
    read: (target, id, isLocked) => ({ sql: readLedger(target, id, isLocked) }),
    insert: (target, row) => ({ sql: insertLedger(target, row) }),
    update: (target, row) => ({ sql: updateLedger(target, row) }),
  }),
  write: writeRows,
  commit: async (session) => void (await session.ask('commit transaction')),
});

/** Sends the rows into a table of the session, then begins the transaction and puts them in place. */
async function writeRows(
  session: MssqlSession,
  delivery: TableDelivery<TableParameters, TableColumn>,
): Promise<number> {
  const { request, target } = delivery;
  const sent = await loadStage(session, delivery);
  if (sent !== request.content.rows) return sent;
  await refuseChangedTexts(session, delivery);
  if (request.mode === 'upsert') await refuseBadKey(session, REPLACE, delivery);
  await refuseOtherDates(session, REPLACE, delivery);
  await session.ask('begin transaction');
  await lock(session, request, 'Transaction', 'table', target.schema, target.table);
  return replaceByStaged(session, REPLACE, delivery);
}
