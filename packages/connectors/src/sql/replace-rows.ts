import type { SqlColumn, SqlSession, TableDelivery, TableName } from './sql-database.ts';
import { holdsNoDates, holdsOtherDates, identifiesNoRows, type TableParameters } from './table-parameters.ts';

/** The statements by which a database replaces the rows of a table by those of a stage. */
export type ReplaceSql<Session, Target extends TableParameters, Own extends SqlColumn> = {
  /** A name of a column as the database compares it. */
  folded(name: string): string;
  /** A name, quoted. */
  quote(name: string): string;
  /** Schema and name, quoted. */
  qualified(table: TableName): string;
  /** A condition "this value holds the date", for a column of this type; null where it can hold none. */
  onDate(value: string, type: string, date: string): string | null;
  /** How often a key that is null or occurs twice stands in the stage, then its values; no row for none. */
  findBadKey(delivery: TableDelivery<Target, Own>): string;
  /** Moves the staged rows. */
  insertStaged(delivery: TableDelivery<Target, Own>): string;
  /** Overwrites the rows whose key is among the staged ones, and adds the others. Returns how many rows were written. */
  upsert(session: Session, delivery: TableDelivery<Target, Own>): Promise<number>;
  /** A statement that also gives the number of rows that it changed, where the server's own count is another. */
  counted?(statement: string): string;
};

/** The same where rows are staged before anything is replaced. */
export type StagedSql<Session, Target extends TableParameters, Own extends SqlColumn> = ReplaceSql<
  Session,
  Target,
  Own
> & {
  /** How many staged rows do not hold the date. */
  countOtherDates(delivery: TableDelivery<Target, Own>, date: string): string;
};

/** Runs a statement that counts. */
export const countOf = async (session: SqlSession, sql: string): Promise<number> =>
  Number((await session.ask(sql)).rows[0]?.[0] ?? 0);

/** Runs a statement that changes rows. Returns their number. */
export async function change(
  session: SqlSession,
  { counted }: { readonly counted?: ((statement: string) => string) | undefined },
  statement: string,
): Promise<number> {
  if (counted === undefined) return (await session.ask(statement)).affected;
  return Number((await session.ask(counted(statement))).rows.at(-1)?.[0] ?? 0);
}

/** The condition "this row of the table is of the report date". Throws PARAMETER_INVALID for a column that holds no dates. */
export function dateCondition<Session, Target extends TableParameters, Own extends SqlColumn>(
  { folded, quote, onDate }: ReplaceSql<Session, Target, Own>,
  { request, target, columns }: TableDelivery<Target, Own>,
): string {
  const name = target.dateColumn?.name ?? '';
  const type = columns.get(folded(name))?.type ?? 'unknown';
  const condition = onDate(quote(name), type, request.reportDate ?? '');
  if (condition === null) throw holdsNoDates(request, name, type);
  return condition;
}

/** Throws PARAMETER_INVALID when staged rows hold another date than that which is replaced. */
export async function refuseOtherDates<
  Session extends SqlSession,
  Target extends TableParameters,
  Own extends SqlColumn,
>(session: Session, sql: StagedSql<Session, Target, Own>, delivery: TableDelivery<Target, Own>): Promise<void> {
  const { request, target } = delivery;
  if (request.mode !== 'replace_date' || target.dateColumn === null) return;
  // Throws for a column that holds no dates.
  dateCondition(sql, delivery);
  if (!target.dateColumn.inRows) return;
  const others = await countOf(session, sql.countOtherDates(delivery, request.reportDate ?? ''));
  if (others > 0) throw holdsOtherDates(request, target.dateColumn.name, others);
}

/** Throws PARAMETER_INVALID when a staged key is null or occurs twice. */
export async function refuseBadKey<Session extends SqlSession, Target extends TableParameters, Own extends SqlColumn>(
  session: Session,
  sql: ReplaceSql<Session, Target, Own>,
  delivery: TableDelivery<Target, Own>,
): Promise<void> {
  const [bad] = (await session.ask(sql.findBadKey(delivery))).rows;
  if (bad === undefined) return;
  const key = bad.slice(1).map((part) => part ?? 'null');
  throw identifiesNoRows(delivery.request, key.join(', '), Number(bad[0]));
}

/** Deletes the rows that the mode replaces. Not by TRUNCATE, which commits, or locks out readers. */
export async function clearRows<Session extends SqlSession, Target extends TableParameters, Own extends SqlColumn>(
  session: Session,
  sql: ReplaceSql<Session, Target, Own>,
  delivery: TableDelivery<Target, Own>,
): Promise<void> {
  const { request, target } = delivery;
  const all = `delete from ${sql.qualified(target)}`;
  if (request.mode === 'truncate') await session.ask(all);
  if (request.mode === 'replace_date') await session.ask(`${all} where ${dateCondition(sql, delivery)}`);
}

/** Replaces rows of the table by the staged ones as the mode says. Returns the number of rows written. */
export async function replaceByStaged<
  Session extends SqlSession,
  Target extends TableParameters,
  Own extends SqlColumn,
>(session: Session, sql: ReplaceSql<Session, Target, Own>, delivery: TableDelivery<Target, Own>): Promise<number> {
  if (delivery.request.mode === 'upsert') return sql.upsert(session, delivery);
  await clearRows(session, sql, delivery);
  return change(session, sql, sql.insertStaged(delivery));
}
