import { randomUUID } from 'node:crypto';
import {
  callWarehouse,
  itemsOf,
  type Json,
  objectOf,
  textOf,
  type WarehouseApi,
  waitFor,
} from '../../warehouse/call-warehouse.ts';

/** The SQL API for statements of one declaration. All throw WarehouseFailure, NetworkError, or an aborted signal's reason. */
export type Snowflake = {
  readonly api: WarehouseApi;
  /** Warehouse, role, database and schema of the statements, where they are given. */
  readonly session: Readonly<Record<string, string>>;
};

/** A column of a result. */
export type ResultColumn = {
  readonly name: string;
  /** In lower case: fixed, real, text, timestamp_ntz and so on. */
  readonly type: string;
  readonly precision: number | null;
  readonly scale: number | null;
};

export type Rows = readonly (readonly (string | null)[])[];

export type Result = {
  readonly handle: string;
  readonly columns: readonly ResultColumn[];
  /** The first partition. */
  readonly rows: Rows;
  readonly partitions: number;
};

const PATH = '/api/v2/statements';
const CANCEL_LIMIT_MS = 3_000;

export type Statement = {
  readonly text: string;
  /** Values of its question marks. */
  readonly bindings?: readonly string[];
  /** More than one statement, separated by semicolons; without bindings. */
  readonly count?: number;
};

/**
 * Runs a statement, once however often its request arrives (`requestId`), and waits for its end. One whose waiting is aborted is
 * cancelled.
 */
export async function execute({ api, session }: Snowflake, { text, bindings, count }: Statement): Promise<Result> {
  const query = `async=true&requestId=${randomUUID()}`;
  const body: Json = {
    ...session,
    statement: text,
    parameters: { TIMEZONE: 'Etc/UTC', ...(count === undefined ? {} : { MULTI_STATEMENT_COUNT: String(count) }) },
    ...(bindings === undefined
      ? {}
      : { bindings: Object.fromEntries(bindings.map((value, index) => [index + 1, { type: 'TEXT', value }])) }),
  };
  const submitted = objectOf(
    await callWarehouse(api, (tries) => ({
      method: 'POST',
      path: `${PATH}?${query}${tries > 1 ? '&retry=true' : ''}`,
      body,
    })),
  );
  const handle = textOf(submitted['statementHandle']);
  const path = `${PATH}/${encodeURIComponent(handle)}`;
  try {
    for (let tries = 1; ; tries += 1) {
      const answer = objectOf(await callWarehouse(api, { method: 'GET', path }));
      if (answer['resultSetMetaData'] !== undefined) return resultOf(handle, answer);
      await waitFor(tries, api.context.signal);
    }
  } catch (error) {
    if (api.context.signal.aborted) await cancel(api, path);
    throw error;
  }
}

/** Rows of a partition of a result, which is counted from 0. */
export async function readPartition({ api }: Snowflake, { handle }: Result, partition: number): Promise<Rows> {
  const path = `${PATH}/${encodeURIComponent(handle)}?partition=${partition}`;
  return rowsOf(objectOf(await callWarehouse(api, { method: 'GET', path }))['data']);
}

/** Ends a statement. Never throws. */
async function cancel(api: WarehouseApi, path: string): Promise<void> {
  const context = { ...api.context, signal: AbortSignal.timeout(CANCEL_LIMIT_MS) };
  await callWarehouse({ ...api, context }, { method: 'POST', path: `${path}/cancel` }).catch(() => undefined);
}

function resultOf(handle: string, { resultSetMetaData, data }: Json): Result {
  const { rowType, partitionInfo } = objectOf(resultSetMetaData);
  const columns = itemsOf(rowType).map((column) => {
    const { name, type, precision, scale } = objectOf(column);
    return {
      name: textOf(name),
      type: textOf(type).toLowerCase(),
      precision: typeof precision === 'number' ? precision : null,
      scale: typeof scale === 'number' ? scale : null,
    };
  });
  return { handle, columns, rows: rowsOf(data), partitions: itemsOf(partitionInfo).length };
}

const rowsOf = (data: unknown): Rows =>
  itemsOf(data).map((row) => itemsOf(row).map((value) => (typeof value === 'string' ? value : null)));
