import { MYSQL_ERRORS } from '../../sql/mysql-failures.ts';
import { MYSQL_LIMITS, type MysqlSession, withMysqlSession } from '../../sql/mysql-session.ts';
import { clearRows, countOf, dateCondition } from '../../sql/replace-rows.ts';
import type { TableDelivery } from '../../sql/sql-database.ts';
import { sqlDestination } from '../../sql/sql-destination.ts';
import { hashedLedger, tableIdentity } from '../../sql/sql-ledger.ts';
import { filledNames } from '../../sql/sql-tables.ts';
import { holdsOtherDates, type TableParameters } from '../../sql/table-parameters.ts';
import { connector } from './connector.ts';
import { readMysqlParameters } from './parameters.ts';
import { REPLACE, stageKey } from './replace-rows.ts';
import { sendRows } from './send-rows.ts';
import {
  countWhere,
  createStage,
  insertLedger,
  qualified,
  readLedger,
  stageOf,
  type TableColumn,
  updateLedger,
} from './statements.ts';
import { applySettings, endEarlierSessions, isIndexed, lock, TABLES } from './target.ts';

/** Longest silence of the server, such as while it moves staged rows, in milliseconds. */
const SILENCE_MS = 60 * 60_000;

/** Tables of a MySQL or MariaDB database. */
export const destination = sqlDestination<MysqlSession, TableParameters, TableColumn>({
  connector,
  dialect: 'mysql',
  errors: MYSQL_ERRORS,
  readTarget: (request, { database }) => readMysqlParameters(request, database),
  withSession: ({ login, context }, work) =>
    withMysqlSession(login, context, { ...MYSQL_LIMITS, silenceMs: SILENCE_MS }, work, true),
  // The transaction begins later: statements that create tables would commit it. The lock is the session's.
  async begin(session, delivery) {
    const { request, target } = delivery;
    await applySettings(session);
    await endEarlierSessions(session, request);
    await lock(session, request, 'ledger', target.schema, ...tableIdentity(delivery));
  },
  tables: TABLES,
  replace: REPLACE,
  ledger: hashedLedger({
    read: ({ schema }, id, isLocked) => ({ sql: readLedger(schema) + (isLocked ? ' for update' : ''), values: [id] }),
    insert: ({ schema }, { id, identity, fence, epoch, sha256, rows }) => ({
      sql: insertLedger(schema),
      values: [id, ...identity, fence, epoch, sha256, rows],
    }),
    update: ({ schema }, { id, fence, epoch, sha256, rows }) => ({
      sql: updateLedger(schema),
      values: [fence, epoch, sha256, rows, id],
    }),
  }),
  write: writeRows,
  commit: async (session) => void (await session.ask('commit')),
});

/**
 * Begins the transaction and puts the rows in place. They are sent into the table itself, and checked there before they are
 * committed; only those of an upsert are staged.
 */
async function writeRows(
  session: MysqlSession,
  delivery: TableDelivery<TableParameters, TableColumn>,
): Promise<number> {
  const { request, context, target, columns } = delivery;
  const { mode, reportDate, content } = request;
  const { dateColumn } = target;
  const names = filledNames(delivery);
  // Different dates of a table may be replaced at once where an index distinguishes them; other modes run alone.
  const isByDate =
    mode === 'replace_date' && dateColumn !== null && (await isIndexed(session, target, dateColumn.name));
  await lock(session, request, 'table', target.schema, target.table, isByDate ? (reportDate ?? '') : '');
  const date = dateColumn !== null && !dateColumn.inRows ? reportDate : null;
  const send = (into: string): Promise<number> => sendRows(session, request, { into, names, columns, date }, context);
  if (mode === 'upsert') {
    await session.ask(createStage(target, names, stageKey(delivery)));
    await session.ask('start transaction');
    const sent = await send(stageOf(target));
    return sent === content.rows ? REPLACE.upsert(session, delivery) : sent;
  }
  await session.ask('start transaction');
  await clearRows(session, REPLACE, delivery);
  const sent = await send(qualified(target));
  if (mode === 'replace_date' && dateColumn?.inRows === true && sent === content.rows) {
    const others = sent - (await countOf(session, countWhere(target, dateCondition(REPLACE, delivery))));
    if (others > 0) throw holdsOtherDates(request, dateColumn.name, others);
  }
  return sent;
}
