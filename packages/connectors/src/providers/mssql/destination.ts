import { createHash } from 'node:crypto';
import { describeDestination } from '@switchboard/model/catalog';
import { CommitConflict } from '../../delivery/commit-conflict.ts';
import { judgeDelivery, type LedgerEntry, ledgerDate, ledgerPurpose } from '../../delivery/ledger.ts';
import { deliverTable } from '../../delivery/table-store.ts';
import type { DeliveryContext, DeliveryRequest, DestinationConnector } from '../../spec.ts';
import { isConnectionFailure, mssqlFailure } from '../../sql/mssql-failures.ts';
import { MSSQL_LIMITS, type MssqlSession, withMssqlSession } from '../../sql/mssql-session.ts';
import { sqlLoginOf } from '../../sql/sql-login.ts';
import type { TableParameters } from '../../sql/table-parameters.ts';
import { connector } from './connector.ts';
import { readMssqlParameters } from './parameters.ts';
import { checkStaged, loadStage, replaceRows } from './replace-rows.ts';
import { insertLedger, type LedgerRow, readLedger, updateLedger } from './statements.ts';
import { ensureTables, hasLedger, lock, namesOf, readColumns } from './target.ts';

/** Longest statement, such as while it moves staged rows, in milliseconds. */
const STATEMENT_MS = 60 * 60_000;

/** Tables of SQL Server. One transaction an upload: readers see the old rows or the new ones. */
export const destination: DestinationConnector = {
  formatOf: () => 'csv',
  async deliver(request, context) {
    const target = readMssqlParameters(request);
    const login = sqlLoginOf(request.name, request.key, ['mssql']);
    const table = `${target.schema}.${target.table}`;
    return deliverTable<MssqlSession>(request, context, {
      destination: describeDestination(connector, request.parameters, request.name, request.reportDate),
      translateError: (error) => mssqlFailure(error, { name: request.name, login, table }),
      withSession: (work) => withMssqlSession(login, context, { ...MSSQL_LIMITS, statementMs: STATEMENT_MS }, work),
      // The transaction begins later: the rows are sent into a table of the session first. The lock is the session's.
      begin: (session) => lock(session, request, 'Session', 'ledger', target.schema, ...identity(request, target)),
      readLedger: async (session) =>
        (await hasLedger(session, target)) ? heldResult(session, request, target, false) : null,
      write: (session) => writeRows(session, request, target, context),
      recordLedger: (session) => recordLedger(session, request, target),
      commit,
    });
  },
};

async function commit(session: MssqlSession): Promise<void> {
  try {
    await session.ask('commit transaction');
  } catch (error) {
    throw isConnectionFailure(error) ? new CommitConflict('unknown', error, { mayBeOwn: true }) : error;
  }
}

/** Creates what is missing, sends the rows, begins the transaction and puts them in place. Returns how many the server confirmed. */
async function writeRows(
  session: MssqlSession,
  request: DeliveryRequest,
  target: TableParameters,
  context: DeliveryContext,
): Promise<number> {
  await ensureTables(session, request, target);
  const { dateColumn } = target;
  const added = dateColumn === null || dateColumn.inRows ? [] : [dateColumn.name];
  const columns = await readColumns(session, target, [...namesOf(request.columns), ...added]);
  const sent = await loadStage(session, request, context);
  if (sent !== request.content.rows) return sent;
  await checkStaged(session, request, target, columns);
  await session.ask('begin transaction');
  await lock(session, request, 'Transaction', 'table', target.schema, target.table);
  return replaceRows(session, request, target, columns);
}

const identity = (request: DeliveryRequest, target: TableParameters): readonly string[] => [
  request.accountId,
  request.name,
  ledgerDate(request, request.mode === 'truncate') ?? '',
  ledgerPurpose(request),
  target.table,
];

const idOf = (request: DeliveryRequest, target: TableParameters): string =>
  createHash('sha256')
    .update(JSON.stringify(identity(request, target)))
    .digest('hex');

async function heldResult(
  session: MssqlSession,
  request: DeliveryRequest,
  target: TableParameters,
  isLocked: boolean,
): Promise<LedgerEntry | null> {
  const [row] = (await session.ask(readLedger(target, idOf(request, target), isLocked))).rows;
  return row === undefined ? null : { fence: Number(row[0]), epoch: Number(row[1]), sha256: row[2] ?? null };
}

/** Records the result, in the transaction of its rows, unless a newer or equal one has been recorded since it was read. */
async function recordLedger(
  session: MssqlSession,
  request: DeliveryRequest,
  target: TableParameters,
): Promise<boolean> {
  const { fence, epoch, content } = request;
  const sha256 = await content.sha256;
  const held = await heldResult(session, request, target, true);
  const row: LedgerRow = { id: idOf(request, target), fence, epoch, sha256, rows: content.rows };
  if (held !== null && judgeDelivery({ fence, epoch, sha256 }, held) !== 'newer') return false;
  await session.ask(held === null ? insertLedger(target, row, identity(request, target)) : updateLedger(target, row));
  return true;
}
