import {
  callWarehouse,
  itemsOf,
  type Json,
  objectOf,
  type WarehouseApi,
  type WarehouseCall,
  waitFor,
} from './call-warehouse.ts';
import type { WarehouseRows } from './warehouse.ts';

const CANCEL_LIMIT_MS = 3_000;

/**
 * Waits for the end of a statement, and cancels it when the waiting is aborted. Throws as `callWarehouse` and `read` do.
 * @param path of the statement
 * @param read the result of an answer; null while the statement runs
 * @param body of the request that cancels it
 */
export async function awaitStatement<Result>(
  api: WarehouseApi,
  path: string,
  read: (answer: Json) => Result | null,
  body?: WarehouseCall['body'],
): Promise<Result> {
  const { signal } = api.context;
  try {
    for (let tries = 1; ; tries += 1) {
      const result = read(objectOf(await callWarehouse(api, { method: 'GET', path })));
      if (result !== null) return result;
      await waitFor(tries, signal);
    }
  } catch (error) {
    if (signal.aborted) await cancel(api, { method: 'POST', path: `${path}/cancel`, ...(body && { body }) });
    throw error;
  }
}

/** Ends a statement. Never throws. */
async function cancel(api: WarehouseApi, call: WarehouseCall): Promise<void> {
  const context = { ...api.context, signal: AbortSignal.timeout(CANCEL_LIMIT_MS) };
  await callWarehouse({ ...api, context }, call).catch(() => undefined);
}

/** Rows of an answer. */
export const rowsOf = (data: unknown): WarehouseRows =>
  itemsOf(data).map((row) => itemsOf(row).map((value) => (typeof value === 'string' ? value : null)));
