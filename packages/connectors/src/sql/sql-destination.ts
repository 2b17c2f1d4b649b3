import { describeDestination } from '@switchboard/model/catalog';
import { CommitConflict } from '../delivery/commit-conflict.ts';
import { deliverTable } from '../delivery/table-store.ts';
import type { Delivered, DeliveryContext, DeliveryRequest, DestinationConnector, HeldResult } from '../spec.ts';
import { countOf, dateCondition, type ReplaceSql } from './replace-rows.ts';
import type { SqlColumn, SqlDatabase, SqlDelivery, SqlSession } from './sql-database.ts';
import { sqlDestinationFailure } from './sql-failures.ts';
import { sqlLoginOf } from './sql-login.ts';
import { ensureTables, readColumns } from './sql-tables.ts';
import type { TableParameters } from './table-parameters.ts';

/** A database with the statements that replace rows, by which rows of a report date are counted, too. */
type ReplacingDatabase<Session extends SqlSession, Target extends TableParameters, Own extends SqlColumn> = SqlDatabase<
  Session,
  Target,
  Own
> & { readonly replace: ReplaceSql<Session, Target, Own> };

/** A destination of tables in a database. Each upload is one transaction: readers see the old rows or the new ones. */
export function sqlDestination<Session extends SqlSession, Target extends TableParameters, Own extends SqlColumn>(
  database: ReplacingDatabase<Session, Target, Own>,
): DestinationConnector {
  return {
    formatOf: () => 'csv',
    deliver: (request, context) => deliverTo(database, request, context),
    readHeld: (request, context, counts) => readHeld(database, { request, context }, counts),
  };
}

/** Reads the ledger beside the table without a lock, and counts what the report date, or the whole table, has. */
async function readHeld<Session extends SqlSession, Target extends TableParameters, Own extends SqlColumn>(
  database: ReplacingDatabase<Session, Target, Own>,
  { request, context }: Pick<SqlDelivery, 'request' | 'context'>,
  counts: boolean,
): Promise<HeldResult | null> {
  const { dialect, errors, tables, ledger } = database;
  const { name } = request;
  const login = sqlLoginOf(name, request.key, [dialect]);
  const target = database.readTarget(request, login);
  const delivery: SqlDelivery<Target> = { request, context, login, target };
  let isSignedIn = false;
  try {
    return await database.withSession(delivery, async (session) => {
      isSignedIn = true;
      if (!(await tables.exists(session, tables.ledgerOf(target)))) return null;
      const entry = await ledger.read(session, delivery);
      if (entry === null) return null;
      const { fence, epoch, rows = null } = entry;
      return { fence, epoch, rows, standing: counts ? await countRows(database, session, delivery) : null };
    });
  } catch (error) {
    context.signal.throwIfAborted();
    const table = `${target.schema}.${target.table}`;
    throw sqlDestinationFailure(errors, error, { name, login, table, isSignedIn });
  }
}

/** Null for modes that add to rows of others, and for a view. A table that is gone has no rows. */
async function countRows<Session extends SqlSession, Target extends TableParameters, Own extends SqlColumn>(
  { tables, replace }: ReplacingDatabase<Session, Target, Own>,
  session: Session,
  delivery: SqlDelivery<Target>,
): Promise<HeldResult['standing']> {
  const { request, target } = delivery;
  const ofDate = request.mode === 'replace_date';
  if (!ofDate && request.mode !== 'truncate') return null;
  if (!(await tables.exists(session, target))) return { what: 'rows', count: 0, ofDate };
  const names = ofDate && target.dateColumn !== null ? [target.dateColumn.name] : [];
  const columns = await tables.readColumns(session, target, names);
  if (columns === null || (ofDate && names.length === 0)) return null;
  const where = ofDate ? ` where ${dateCondition(replace, { ...delivery, columns })}` : '';
  return {
    what: 'rows',
    count: await countOf(session, `select count(*) from ${replace.qualified(target)}${where}`),
    ofDate,
  };
}

async function deliverTo<Session extends SqlSession, Target extends TableParameters, Own extends SqlColumn>(
  database: SqlDatabase<Session, Target, Own>,
  request: DeliveryRequest,
  context: DeliveryContext,
): Promise<Delivered> {
  const { connector, dialect, errors, tables, ledger } = database;
  const { name, parameters, reportDate } = request;
  const login = sqlLoginOf(name, request.key, [dialect]);
  const target = database.readTarget(request, login);
  const delivery: SqlDelivery<Target> = { request, context, login, target };
  const table = `${target.schema}.${target.table}`;
  let isSignedIn = false;
  return deliverTable<Session>(request, context, {
    destination: describeDestination(connector, parameters, name, reportDate),
    translateError(error) {
      const own = database.translateError === undefined ? error : database.translateError(error, delivery);
      return sqlDestinationFailure(errors, own, { name, login, table, isSignedIn });
    },
    withSession(work) {
      isSignedIn = false;
      return database.withSession(delivery, (session) => {
        isSignedIn = true;
        return work(session);
      });
    },
    begin: (session) => database.begin(session, delivery),
    readLedger: async (session) =>
      (await tables.exists(session, tables.ledgerOf(target))) ? ledger.read(session, delivery) : null,
    exists: (session) => tables.exists(session, target),
    async write(session) {
      await ensureTables(tables, session, delivery);
      const columns = await readColumns(tables, session, delivery, (work) => database.withSession(delivery, work));
      try {
        return await database.write(session, { ...delivery, columns });
      } catch (error) {
        throw overtakenOr(database, error);
      }
    },
    recordLedger: (session) => ledger.record(session, delivery),
    async commit(session) {
      try {
        await database.commit(session);
      } catch (error) {
        throw errors.isConnectionFailure(error)
          ? new CommitConflict('unknown', error, { mayBeOwn: true })
          : overtakenOr(database, error);
      }
    },
    ...(database.sweep === undefined ? {} : { sweep: async () => database.sweep?.(delivery) }),
  });
}

/** A transaction that lost against another one as a conflict, which begins the delivery again; other errors stay. */
const overtakenOr = (
  { isOvertaken }: { readonly isOvertaken?: ((error: unknown) => boolean) | undefined },
  error: unknown,
): unknown => (isOvertaken?.(error) === true ? new CommitConflict('changed', error, { mayBeOwn: false }) : error);
