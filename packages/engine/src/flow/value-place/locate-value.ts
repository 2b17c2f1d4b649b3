import { PipelineError } from '@switchboard/model/errors/errors';
import type { PlanTable } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { sqlType } from '../../executors/column-type.ts';
import { sqlName } from '../../executors/configuration.ts';
import type { SqlSession } from '../../executors/executor.ts';
import { valueFailure } from '../../executors/value-failure.ts';
import type { FlowInput, FlowRequest } from '../../requests.ts';
import { isKept } from '../table-states.ts';
import { findScales } from './decimal-scales.ts';
import { findFailingRows } from './failing-row.ts';
import { failsAlike, valueReason } from './fails-alike.ts';
import { findFailingKey } from './group-keys.ts';
import { plainQuery, readShape } from './query-shape.ts';

/** A flow whose tables could not be built. The session is used, and closed by the caller afterwards. */
export type FailedFlow = {
  readonly request: Pick<FlowRequest, 'tables' | 'inputs' | 'assertions'>;
  /** Local paths of every part of every input. */
  readonly paths: ReadonlyMap<FlowInput, readonly string[]>;
  readonly session: SqlSession;
  readonly signal: AbortSignal;
};

/** Where a value stands that made a query fail, as far as it is known. */
type ValuePlace = {
  table: string;
  column: string | null;
  clauses: readonly string[];
  rows: readonly string[];
  /** The reported reason. */
  reason: string;
};

const DEFAULT_LIMIT_MS = 20_000;

/**
 * Adds to the error of a failed flow in which table, column and row the value stands that made it fail. Other errors, and
 * whatever fails or takes too long in the search, leave the error as it is. See docs/design/values.md.
 * @param limitMs wall-clock limit of the search
 */
export async function locateValue(error: unknown, flow: FailedFlow, limitMs = DEFAULT_LIMIT_MS): Promise<unknown> {
  const reason = valueReason(error);
  if (reason === null || !(error instanceof PipelineError) || flow.signal.aborted) return error;
  const place: ValuePlace = { table: String(error.parameters['table']), column: null, clauses: [], rows: [], reason };
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  // A search beyond its limit ends when the caller closes the session.
  await Promise.race([findPlace(place, String(error.cause), flow).catch(() => undefined), limit]);
  clearTimeout(timer);
  const where = describePlace(place);
  if (where === '') return error;
  return new PipelineError(
    'QUERY_FAILED',
    {
      table: place.table,
      reason: `${where}: ${place.reason}`,
      ...(place.column === null ? {} : { column: place.column }),
    },
    { cause: error.cause },
  );
}

function describePlace({ column, clauses, rows }: ValuePlace): string {
  const clause =
    clauses.length > 1
      ? `in ${clauses.slice(0, -1).join(', ')} or ${clauses.at(-1)}`
      : clauses.map((one) => `in ${one}`);
  return [...(column === null ? [clause].flat() : [`column ${column}`]), ...rows].join(', ');
}

/** Fills in a place. A table is calculated when its readers are, so the first table that fails by itself is at fault. */
async function findPlace(place: ValuePlace, message: string, flow: FailedFlow): Promise<void> {
  const { reason } = place;
  for (const table of tablesBefore(place.table, flow.request)) {
    const query = plainQuery(table.sql.duckdb);
    const column = await findColumn(table, query, reason, flow.session);
    if (column === null) {
      // Without its order it does not fail.
      if (!(await failsAlike(flow.session, `SELECT count(*) AS n FROM (${table.sql.duckdb})`, reason))) continue;
      Object.assign(place, { table: table.name, clauses: ['order by'] });
      return;
    }
    const shape = await readShape(flow.session, query);
    Object.assign(place, {
      table: table.name,
      column: column.name,
      clauses: column.name === null ? shape.clauses : [],
    });
    const scales = await findScales(flow.session, query, column.name, message).catch(() => null);
    place.reason = valueFailure(message, scales) ?? reason;
    await findRows(place, { table, reason, probe: column.probe, needsAllRows: shape.needsAllRows }, flow);
    return;
  }
}

/** The tables that a table is made from, inputs before users, and itself; of an assertion the tables that it reads. */
function tablesBefore(label: string, request: FailedFlow['request']): readonly PlanTable[] {
  const wanted = new Set([label]);
  const assertion = request.assertions?.find(({ table, name }) => label === `${table} (assertion ${name})`);
  for (const input of assertion?.inputs ?? []) wanted.add(input);
  for (const table of request.tables.toReversed())
    if (wanted.has(table.name)) for (const input of table.inputs) wanted.add(input);
  return request.tables.filter((table) => wanted.has(table.name));
}

/** Null when the table does not fail by the value; a name of null when it fails whichever column is read. */
async function findColumn(
  table: PlanTable,
  query: string,
  reason: string,
  session: SqlSession,
): Promise<{ readonly name: string | null; readonly probe: string } | null> {
  const every = `SELECT count(*) AS n FROM (${query})`;
  const columns = await session.run(`DESCRIBE SELECT * FROM (${query})`);
  if (await failsAlike(session, every, reason)) {
    const key = await findFailingKey(session, query, reason).catch(() => null);
    const name = key === null ? undefined : columns[key]?.['column_name'];
    return { name: name === undefined ? null : String(name), probe: every };
  }
  const planned = new Map(table.columns.map((column) => [column.name, column]));
  for (const row of columns) {
    const name = String(row['column_name']);
    const value = storedValue(name, String(row['column_type']), planned.get(name));
    // Hashed, because a count of values that cannot be null does not calculate them.
    const probe = `SELECT bit_xor(hash(x))::VARCHAR AS h FROM (SELECT ${value} AS x FROM (${query}))`;
    if (await failsAlike(session, probe, reason)) return { name, probe };
  }
  return null;
}

/** A column as it is stored: cast when the database's type is not the planned one. */
function storedValue(name: string, type: string, planned: Column | undefined): string {
  const wanted = planned ? sqlType(planned.type) : null;
  return wanted === null || wanted === type ? sqlName(name) : `CAST(${sqlName(name)} AS ${wanted})`;
}

async function findRows(
  place: ValuePlace,
  failing: {
    readonly table: PlanTable;
    readonly reason: string;
    readonly probe: string;
    readonly needsAllRows: boolean;
  },
  { request, paths, session }: FailedFlow,
): Promise<void> {
  const between: PlanTable[] = [];
  for (const table of tablesBefore(failing.table.name, request)) {
    if (isKept(table)) return;
    if (table !== failing.table) between.push(table);
  }
  let needsAllRows = failing.needsAllRows;
  for (const table of between) needsAllRows ||= (await readShape(session, table.sql.duckdb)).needsAllRows;
  if (needsAllRows) return;
  const read = new Set([...between, failing.table].flatMap((table) => table.inputs));
  const inputs = [...read].flatMap((name) => {
    const input = request.inputs.find((one) => one.table === name);
    return input ? [{ input, paths: paths.get(input) ?? [] }] : [];
  });
  await findFailingRows(
    {
      session,
      reason: failing.reason,
      probe: failing.probe,
      between: between.map(({ name, sql }) => ({ name, sql: plainQuery(sql.duckdb) })),
      inputs,
    },
    (rows) => Object.assign(place, { rows: [...rows] }),
  );
}
