import { startOf } from '../../network/answers.ts';
import type { EgressResponse } from '../../network/egress.ts';
import { firewallPage } from '../../network/html-page.ts';
import { NetworkError } from '../../network/network-error.ts';
import { repeatPassing } from '../../network/repeat-passing.ts';
import { quoted, secretsOf } from '../../secrets.ts';
import type { ConnectorContext } from '../../spec.ts';
import type { ClickhouseAccess } from './access.ts';
import { ClickhouseFailure, failureOf } from './clickhouse-failure.ts';

/** A server, as one delivery or one read uses it. */
export type Clickhouse = {
  readonly access: ClickhouseAccess;
  readonly context: Pick<ConnectorContext, 'egress' | 'signal' | 'pause'>;
};

export type Call = {
  readonly sql: string;
  /** The request body after the statement: the rows of an INSERT. */
  readonly rows?: Uint8Array;
  /** Settings of the server for this statement. Users who may only read cannot change any. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether the server answers once it has the whole answer, so that the status says how it ended. */
  readonly waits?: boolean;
  readonly silenceMs?: number;
};

const ERROR_LIMIT = 64 * 1024;
const ANSWER_LIMIT = 16 * 1024 ** 2;
const SHOWN_LENGTH = 400;

/** Whether the same request may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ClickhouseFailure && error.kind === 'busy');

/** Sends one statement once. Throws ClickhouseFailure, NetworkError or an aborted signal's reason. */
export async function callOnce({ access, context }: Clickhouse, call: Call): Promise<EgressResponse> {
  const { origin, authorization, authority, database } = access;
  const { sql, rows, settings = {}, waits = true, silenceMs } = call;
  const query = new URLSearchParams({ database, ...(waits ? { wait_end_of_query: '1' } : {}), ...settings });
  if (rows !== undefined) query.set('query', sql);
  const answer = await context.egress.fetch({
    url: `${origin}/?${query.toString()}`,
    method: 'POST',
    headers: { authorization, 'content-type': 'text/plain; charset=UTF-8' },
    body: rows ?? sql,
    redirects: 'refuse',
    ...(authority === null ? {} : { authority }),
    ...(silenceMs === undefined ? {} : { silenceMs }),
    signal: context.signal,
  });
  if (answer.status === 200 && answer.headers['x-clickhouse-exception-code'] === undefined) return answer;
  throw await refusalOf(answer, access);
}

/** Runs a statement that may arrive twice, again while that helps. Throws as `callOnce` does. */
export const run = (server: Clickhouse, sql: string, call: Omit<Call, 'sql'> = {}): Promise<void> =>
  repeatPassing(server.context, isPassing, () => runOnce(server, sql, call));

/** Runs a statement that must not arrive twice. Throws as `callOnce` does. */
export async function runOnce(server: Clickhouse, sql: string, call: Omit<Call, 'sql'> = {}): Promise<void> {
  await readAnswer(server, await callOnce(server, { ...call, sql }));
}

/** The rows of a short query whose columns are texts. Throws as `callOnce` does. */
export function ask(server: Clickhouse, sql: string): Promise<readonly (readonly (string | null)[])[]> {
  const { host } = server.access;
  return repeatPassing(server.context, isPassing, async () => {
    const answer = await callOnce(server, { sql: `${sql} FORMAT JSONCompact` });
    const text = await readAnswer(server, answer);
    const data = readData(text);
    if (data !== null) return data;
    throw exceptionIn(text, server) ?? new NetworkError('unreachable', host, 'its answer is not one of ClickHouse');
  });
}

async function readAnswer({ access }: Clickhouse, answer: EgressResponse): Promise<string> {
  const { text, complete, failure } = await startOf(answer, ANSWER_LIMIT);
  if (failure instanceof Error) throw failure;
  if (complete) return text;
  throw new ClickhouseFailure('refused', 'ANSWER_TOO_LONG', 'its answer is too long', {
    host: access.host,
    status: answer.status,
  });
}

/** The rows of a complete answer in the format JSONCompact; null for anything else. */
function readData(text: string): readonly (readonly (string | null)[])[] | null {
  try {
    const { data, rows, exception } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const isComplete = Array.isArray(data) && data.length === rows && exception === undefined;
    return isComplete ? (data as (string | null)[][]) : null;
  } catch {
    return null;
  }
}

/** The exception that a text of the server holds; null for none. */
export function exceptionIn(text: string, { access }: Clickhouse, status = 200): ClickhouseFailure | null {
  const found = /Code: (\d+)\. ?(DB::(?:\w+::)*\w*Exception: [\s\S]*)/.exec(text);
  if (found === null) return null;
  const { host } = access;
  return failureOf(Number(found[1]), shown(found[2] ?? '', access), { host, status });
}

/** The server's error message, without its version and framing. */
const shown = (text: string, { key }: ClickhouseAccess): string =>
  quoted(
    text
      .replace(/^DB::(?:\w+::)*\w*Exception: /, '')
      .replace(/\s*\(version [^()]*(?:\([^()]*\))?[^()]*\)[\s\S]*$/, '')
      .replace(/\s*\d+ \w+\s+__exception__[\s\S]*$/, ''),
    secretsOf(key),
    SHOWN_LENGTH,
  ).replace(/\.+$/, '');

/** The failure in an unsuccessful answer, whose body is read and closed. */
async function refusalOf(answer: EgressResponse, access: ClickhouseAccess): Promise<ClickhouseFailure> {
  const { status, retryAfter, headers } = answer;
  const { host } = access;
  const { text } = await startOf(answer, ERROR_LIMIT);
  const code = Number(headers['x-clickhouse-exception-code'] ?? /^Code: (\d+)/.exec(text)?.[1] ?? 'NaN');
  const said = shown(text.replace(/^Code: \d+\. ?/, ''), access) || `status ${status}`;
  if (Number.isInteger(code)) return failureOf(code, said, { host, status, retryAfter });
  const page = firewallPage(answer, text);
  if (page !== null) {
    const reason = quoted(page, secretsOf(access.key), SHOWN_LENGTH);
    return new ClickhouseFailure('busy', `HTTP_${status}`, reason, { host, status, retryAfter });
  }
  // Of a proxy, or of another server.
  const kind = status === 401 || status === 403 ? 'login' : status >= 500 || status === 429 ? 'busy' : 'refused';
  return new ClickhouseFailure(kind, `HTTP_${status}`, `status ${status}: ${said}`, { host, status, retryAfter });
}
