import { randomUUID } from 'node:crypto';
import { callWarehouse, itemsOf, type Json, objectOf, textOf } from '../../warehouse/call-warehouse.ts';
import { awaitStatement, rowsOf } from '../../warehouse/run-statement.ts';
import type {
  WarehouseResult,
  WarehouseRows,
  WarehouseSession,
  WarehouseStatement,
} from '../../warehouse/warehouse.ts';

export type Result = WarehouseResult & {
  readonly handle: string;
  readonly partitions: number;
};

const PATH = '/api/v2/statements';

export type Statement = WarehouseStatement & {
  /** More than one statement, separated by semicolons; without values. */
  readonly count?: number;
};

/**
 * Runs a statement by the SQL API, once however often its request arrives (`requestId`), and waits for its end. One whose waiting
 * is aborted is cancelled. Throws WarehouseFailure, NetworkError, or an aborted signal's reason.
 */
export async function execute({ api, fields }: WarehouseSession, { text, values, count }: Statement): Promise<Result> {
  const query = `async=true&requestId=${randomUUID()}`;
  const bindings = Object.entries(values ?? {}).map(([name, value]) => [name, { type: 'TEXT', value }] as const);
  const body: Json = {
    ...fields,
    statement: text,
    parameters: { TIMEZONE: 'Etc/UTC', ...(count === undefined ? {} : { MULTI_STATEMENT_COUNT: String(count) }) },
    ...(values === undefined ? {} : { bindings: Object.fromEntries(bindings) }),
  };
  const submitted = objectOf(
    await callWarehouse(api, (tries) => ({
      method: 'POST',
      path: `${PATH}?${query}${tries > 1 ? '&retry=true' : ''}`,
      body,
    })),
  );
  const handle = textOf(submitted['statementHandle']);
  return awaitStatement(api, `${PATH}/${encodeURIComponent(handle)}`, (answer) =>
    answer['resultSetMetaData'] === undefined ? null : resultOf(handle, answer),
  );
}

/** Rows of a partition of a result, which is counted from 0. */
export async function readPartition(
  { api }: WarehouseSession,
  { handle }: Result,
  partition: number,
): Promise<WarehouseRows> {
  const path = `${PATH}/${encodeURIComponent(handle)}?partition=${partition}`;
  return rowsOf(objectOf(await callWarehouse(api, { method: 'GET', path }))['data']);
}

function resultOf(handle: string, { resultSetMetaData, data }: Json): Result {
  const { rowType, partitionInfo } = objectOf(resultSetMetaData);
  const columns = itemsOf(rowType).map((column) => {
    // Types are fixed, real, text, timestamp_ntz and so on.
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
