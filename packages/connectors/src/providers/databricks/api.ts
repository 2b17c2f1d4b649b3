import { rememberSecret } from '../../secrets.ts';
import {
  callWarehouse,
  itemsOf,
  type Json,
  objectOf,
  quotedFor,
  textOf,
  type WarehouseApi,
} from '../../warehouse/call-warehouse.ts';
import { awaitStatement, rowsOf } from '../../warehouse/run-statement.ts';
import type {
  WarehouseResult,
  WarehouseRows,
  WarehouseSession,
  WarehouseStatement,
} from '../../warehouse/warehouse.ts';
import { WarehouseFailure, type WarehouseFailureKind } from '../../warehouse/warehouse-failure.ts';

type Result = WarehouseResult & {
  readonly id: string;
  readonly chunks: number;
};

const PATH = '/api/2.0/sql/statements';
/** Attempts to fetch rows by a link, which expires within minutes. */
const LINKS = 2;

export type Statement = WarehouseStatement & {
  /** Rows are fetched by links, so that there may be any number of them. Without it, at most 25 MiB are in the answer. */
  readonly isLinked?: true;
};

/**
 * Runs a statement by the Statement Execution API and waits for its end. The statement must be idempotent, because its request may
 * be sent twice. Aborting cancels the statement. Throws WarehouseFailure, NetworkError, or the reason of the aborted signal.
 */
export async function execute({ api, fields }: WarehouseSession, statement: Statement): Promise<Result> {
  const { text, values = {}, isLinked } = statement;
  const body: Json = {
    ...fields,
    statement: text,
    wait_timeout: '0s',
    format: 'JSON_ARRAY',
    disposition: isLinked === true ? 'EXTERNAL_LINKS' : 'INLINE',
    parameters: Object.entries(values).map(([name, value]) => ({ name, value, type: 'STRING' })),
  };
  const submitted = objectOf(await callWarehouse(api, { method: 'POST', path: PATH, body }));
  const id = textOf(submitted['statement_id']);
  const read = (answer: Json): Result | null => {
    const { state, error } = objectOf(answer['status']);
    if (state === 'SUCCEEDED') return resultOf(id, answer);
    if (state !== 'PENDING' && state !== 'RUNNING') throw failureOf(api, textOf(state), objectOf(error));
    return null;
  };
  return awaitStatement(api, `${PATH}/${encodeURIComponent(id)}`, read, {});
}

/** Rows of a chunk of a result with links, which is counted from 0. */
export async function readChunk({ api }: WarehouseSession, { id }: Result, chunk: number): Promise<WarehouseRows> {
  const path = `${PATH}/${encodeURIComponent(id)}/result/chunks/${chunk}`;
  for (let tries = 1; tries <= LINKS; tries += 1) {
    const [first] = itemsOf(objectOf(await callWarehouse(api, { method: 'GET', path }))['external_links']);
    const { external_link: link, http_headers: given } = objectOf(first);
    rememberSecret(api.key, textOf(link));
    const headers = Object.fromEntries(Object.entries(objectOf(given)).map(([name, value]) => [name, textOf(value)]));
    const rows = await callWarehouse(api, { method: 'GET', path: textOf(link), headers }).then(rowsOf, endedLink);
    if (rows !== null) return rows;
  }
  throw new WarehouseFailure('busy', 'LINK', 'the links to its rows end at once', { host: new URL(api.origin).host });
}

/** Null for a link that has ended; throws any other error. */
function endedLink(error: unknown): null {
  if (error instanceof WarehouseFailure && error.code === 'LINK' && error.kind === 'refused') return null;
  throw error;
}

/** The error code of a transaction that lost against a concurrent one. */
export const CONFLICT = 'CONFLICT';

/** Conditions of the server by the class that its message begins with. */
const CLASSES: readonly (readonly [RegExp, WarehouseFailureKind, code?: string])[] = [
  [/^(?:TABLE_OR_VIEW|SCHEMA|PATH|ROUTINE)_NOT_FOUND|^NO_SUCH_CATALOG|^DELTA_TABLE_NOT_FOUND/, 'missing'],
  [/CONCURRENT|CONFLICT/, 'busy', CONFLICT],
];

function failureOf(api: WarehouseApi, state: string, error: Json): WarehouseFailure {
  const message = textOf(error['message']) || `the statement was ${state.toLowerCase()}`;
  const code = textOf(error['error_code']) || state;
  const [, condition = ''] = /^\s*\[([A-Z0-9_.]+)\]/.exec(message) ?? [];
  const known = CLASSES.find(([pattern]) => pattern.test(condition));
  const isBusy =
    /^(?:TEMPORARILY_UNAVAILABLE|DEADLINE_EXCEEDED|ABORTED|INTERNAL_ERROR|SERVICE_UNDER_MAINTENANCE|WORKSPACE_TEMPORARILY_UNAVAILABLE|RESOURCE_EXHAUSTED)$/;
  const isFull = code === 'QUOTA_EXCEEDED' || code === 'RESOURCE_LIMIT_EXCEEDED';
  const kind = known?.[1] ?? (isFull ? 'full' : isBusy.test(code) || state === 'CANCELED' ? 'busy' : 'refused');
  const { host } = new URL(api.origin);
  return new WarehouseFailure(kind, known?.[2] ?? (condition || code), quotedFor(api, message), { host, status: 200 });
}

function resultOf(id: string, { manifest, result }: Json): Result {
  const { schema, total_chunk_count: chunks } = objectOf(manifest);
  const columns = itemsOf(objectOf(schema)['columns']).map((column) => {
    const { name, type_text: given } = objectOf(column);
    const [, type = '', precision, scale] =
      /^([a-z_]+)(?:\((\d+)(?:,\s*(\d+))?\))?/.exec(textOf(given).toLowerCase()) ?? [];
    const sizeOf = (size: string | undefined): number | null => (size === undefined ? null : Number(size));
    return { name: textOf(name), type, precision: sizeOf(precision), scale: sizeOf(scale) };
  });
  return { id, columns, rows: rowsOf(objectOf(result)['data_array']), chunks: typeof chunks === 'number' ? chunks : 0 };
}
