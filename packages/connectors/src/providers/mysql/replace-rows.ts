import type { ConnectorContext, DeliveryRequest } from '../../spec.ts';
import type { MysqlSession } from '../../sql/mysql-session.ts';
import { holdsNoDates, holdsOtherDates, identifiesNoRows, type TableParameters } from '../../sql/table-parameters.ts';
import { sendRows } from './send-rows.ts';
import {
  countWhere,
  createStage,
  deleteAll,
  deleteKeys,
  deleteWhere,
  findBadKey,
  insertOthers,
  insertStaged,
  onDate,
  stageOf,
  targetOf,
  updateKeys,
} from './statements.ts';
import { isUniqueKey, type TableColumn } from './target.ts';

/** The columns of a delivery. */
export type Columns = {
  /** The table's columns that the rows fill, and the one that the delivery fills in. */
  readonly names: readonly string[];
  /** The table's, by their names in lower case. */
  readonly known: ReadonlyMap<string, TableColumn>;
};

/**
 * Begins the transaction and replaces rows of the target as the mode says. Returns the number of rows written.
 * Rows are sent into the table itself, and checked there before they are committed; only those of an upsert are staged.
 */
export async function replaceRows(
  session: MysqlSession,
  request: DeliveryRequest,
  target: TableParameters,
  { names, known }: Columns,
  context: ConnectorContext,
): Promise<number> {
  const { dateColumn } = target;
  const date = dateColumn !== null && !dateColumn.inRows ? request.reportDate : null;
  const send = (into: string): Promise<number> =>
    sendRows(session, request, { into, names, columns: known, date }, context);
  if (request.mode === 'upsert') {
    await session.ask(createStage(target, names, stageKey(target, known)));
    await session.ask('start transaction');
    const sent = await send(stageOf(target));
    return sent === request.content.rows ? merge(session, request, target, names) : sent;
  }
  await session.ask('start transaction');
  if (request.mode === 'truncate') await session.ask(deleteAll(target));
  if (request.mode !== 'replace_date') return send(targetOf(target));
  const condition = dateCondition(request, target, known);
  await session.ask(deleteWhere(target, condition));
  const sent = await send(targetOf(target));
  if (dateColumn?.inRows === true && sent === request.content.rows) {
    const { rows } = await session.ask(countWhere(target, condition));
    const others = sent - Number(rows[0]?.[0] ?? 0);
    if (others > 0) throw holdsOtherDates(request, dateColumn.name, others);
  }
  return sent;
}

function dateCondition(
  request: DeliveryRequest,
  { dateColumn }: TableParameters,
  known: ReadonlyMap<string, TableColumn>,
): string {
  const name = dateColumn?.name ?? '';
  const type = known.get(name.toLowerCase())?.type ?? 'unknown';
  const condition = onDate(name, type, request.reportDate ?? '');
  if (condition === null) throw holdsNoDates(request, name, type);
  return condition;
}

/** Characters that all texts in the index of the stage have together. */
const INDEXED_CHARACTERS = 700;
const CANNOT_BE_INDEXED = new Set(['json', 'geometry']);

function stageKey(
  { keyColumns }: TableParameters,
  known: ReadonlyMap<string, TableColumn>,
): Parameters<typeof createStage>[2] {
  const columns = keyColumns.map((name) => ({ name, ...known.get(name.toLowerCase()) }));
  if (columns.some(({ type = '' }) => CANNOT_BE_INDEXED.has(type))) return null;
  const longest = Math.floor(INDEXED_CHARACTERS / columns.length);
  return columns.map(({ name, characters = null }) => ({
    name,
    characters: characters !== null && characters > longest ? longest : null,
  }));
}

/**
 * Overwrites rows of the same keys where a unique index says that there is one of each, and deletes them first otherwise.
 * Refuses keys that are empty or occur twice.
 */
async function merge(
  session: MysqlSession,
  request: DeliveryRequest,
  target: TableParameters,
  names: readonly string[],
): Promise<number> {
  const { rows } = await session.ask(findBadKey(target));
  const [bad] = rows;
  if (bad !== undefined) throw identifiesNoRows(request, bad[0] ?? 'null', Number(bad[1]));
  if (await isUniqueKey(session, target)) {
    const overwritten = await session.ask(updateKeys(target, names));
    const added = await session.ask(insertOthers(target, names));
    return overwritten.affected + added.affected;
  }
  await session.ask(deleteKeys(target));
  return (await session.ask(insertStaged(target, names))).affected;
}
