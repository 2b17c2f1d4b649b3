import { createHash } from 'node:crypto';
import { describeDestination } from '@switchboard/model/catalog';
import { CommitConflict } from '../../delivery/commit-conflict.ts';
import { judgeDelivery, type LedgerEntry, ledgerDate, ledgerPurpose } from '../../delivery/ledger.ts';
import { deliverTable } from '../../delivery/table-store.ts';
import type { DeliveryContext, DeliveryRequest, DestinationConnector } from '../../spec.ts';
import { isConnectionFailure, mysqlFailure } from '../../sql/mysql-failures.ts';
import { MYSQL_LIMITS, type MysqlSession, withMysqlSession } from '../../sql/mysql-session.ts';
import { sqlLoginOf } from '../../sql/sql-login.ts';
import type { TableParameters } from '../../sql/table-parameters.ts';
import { connector } from './connector.ts';
import { readMysqlParameters } from './parameters.ts';
import { replaceRows } from './replace-rows.ts';
import { insertLedger, LEDGER, readLedger, updateLedger } from './statements.ts';
import { applySettings, endEarlierSessions, ensureTables, exists, isIndexed, lock, readColumns } from './target.ts';

/** Longest silence of the server, such as while it moves staged rows, in milliseconds. */
const SILENCE_MS = 60 * 60_000;

/** Tables of a MySQL or MariaDB database. One transaction an upload: readers see the old rows or the new ones. */
export const destination: DestinationConnector = {
  formatOf: () => 'csv',
  async deliver(request, context) {
    const login = sqlLoginOf(request.name, request.key, ['mysql']);
    const target = readMysqlParameters(request, login.database);
    let isSignedIn = false;
    return deliverTable<MysqlSession>(request, context, {
      destination: describeDestination(connector, request.parameters, request.name, request.reportDate),
      translateError: (error) =>
        mysqlFailure(error, {
          name: request.name,
          login,
          table: `${target.schema}.${target.table}`,
          isSignedIn,
        }),
      withSession(work) {
        isSignedIn = false;
        return withMysqlSession(login, context, { ...MYSQL_LIMITS, silenceMs: SILENCE_MS }, work, true);
      },
      // The transaction begins later: statements that create tables would commit it. The lock is the session's.
      async begin(session) {
        isSignedIn = true;
        await applySettings(session);
        await endEarlierSessions(session, request);
        await lock(session, request, 'ledger', target.schema, ...identity(request, target));
      },
      async readLedger(session) {
        return (await exists(session, target.schema, LEDGER)) ? heldResult(session, request, target) : null;
      },
      write: (session) => writeRows(session, request, target, context),
      recordLedger: (session) => recordLedger(session, request, target),
      commit,
    });
  },
};

async function commit(session: MysqlSession): Promise<void> {
  try {
    await session.ask('commit');
  } catch (error) {
    throw isConnectionFailure(error) ? new CommitConflict('unknown', error, { mayBeOwn: true }) : error;
  }
}

/** Creates what is missing, begins the transaction and puts the rows in place. Returns how many the server confirmed. */
async function writeRows(
  session: MysqlSession,
  request: DeliveryRequest,
  target: TableParameters,
  context: DeliveryContext,
): Promise<number> {
  await ensureTables(session, target, request.columns);
  const { dateColumn } = target;
  const names = request.columns.map((column) => column.name);
  if (dateColumn !== null && !dateColumn.inRows) names.push(dateColumn.name);
  const known = await readColumns(session, target, names);
  // Different dates of a table may be replaced at once where an index distinguishes them; other modes run alone.
  const isByDate =
    request.mode === 'replace_date' && dateColumn !== null && (await isIndexed(session, target, dateColumn.name));
  await lock(session, request, 'table', target.schema, target.table, isByDate ? (request.reportDate ?? '') : '');
  return replaceRows(session, request, target, { names, known }, context);
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
  session: MysqlSession,
  request: DeliveryRequest,
  target: TableParameters,
  suffix = '',
): Promise<LedgerEntry | null> {
  const { rows } = await session.ask(readLedger(target.schema) + suffix, [idOf(request, target)]);
  const [row] = rows;
  return row === undefined ? null : { fence: Number(row[0]), epoch: Number(row[1]), sha256: row[2] ?? null };
}

/** Records the result, in the transaction of its rows, unless a newer or equal one has been recorded since it was read. */
async function recordLedger(
  session: MysqlSession,
  request: DeliveryRequest,
  target: TableParameters,
): Promise<boolean> {
  const { fence, epoch, content } = request;
  const sha256 = await content.sha256;
  const held = await heldResult(session, request, target, ' for update');
  const id = idOf(request, target);
  if (held === null) {
    await session.ask(insertLedger(target.schema), [
      id,
      ...identity(request, target),
      fence,
      epoch,
      sha256,
      content.rows,
    ]);
    return true;
  }
  if (judgeDelivery({ fence, epoch, sha256 }, held) !== 'newer') return false;
  await session.ask(updateLedger(target.schema), [fence, epoch, sha256, content.rows, id]);
  return true;
}
