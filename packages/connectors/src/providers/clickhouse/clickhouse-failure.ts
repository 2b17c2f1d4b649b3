import { PipelineError } from '@switchboard/model';
import { knownCause } from '../../network/known-cause.ts';
import { destinationFailure, sourceFailure } from '../../network/translate-network-error.ts';

/**
 * What a refusal means. login: the key; denied: what the key may do; missing: there is nothing of that name; misfit: the table does
 * not take the rows; full: there is no room; busy: try again; refused: else.
 */
export type ClickhouseFailureKind = 'login' | 'denied' | 'missing' | 'misfit' | 'full' | 'busy' | 'refused';

/** An exception of the server. */
export class ClickhouseFailure extends Error {
  override readonly name = 'ClickhouseFailure';
  readonly kind: ClickhouseFailureKind;
  /** Such as CLICKHOUSE_60; CLICKHOUSE_LOGIN for every refusal of the user; HTTP_404 of what is not ClickHouse. */
  readonly code: string;
  readonly status: number;
  readonly host: string;
  readonly retryAfter: number | undefined;

  constructor(
    kind: ClickhouseFailureKind,
    code: string,
    message: string,
    where: { readonly host: string; readonly status: number; readonly retryAfter?: number | undefined },
  ) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.status = where.status;
    this.host = where.host;
    this.retryAfter = where.retryAfter;
  }
}

const UNKNOWN_TABLE = 60;

/** Codes of exceptions by what they mean, with the names that the server gives them. */
const CODES: readonly (readonly [ClickhouseFailureKind, readonly number[]])[] = [
  // UNKNOWN_USER, WRONG_PASSWORD, REQUIRED_PASSWORD, IP_ADDRESS_NOT_ALLOWED, AUTHENTICATION_FAILED
  ['login', [192, 193, 194, 195, 516]],
  // READONLY, ACCESS_DENIED, DATABASE_ACCESS_DENIED
  ['denied', [164, 497, 291]],
  // UNKNOWN_TABLE, UNKNOWN_DATABASE
  ['missing', [UNKNOWN_TABLE, 81]],
  // Errors of values and their types, of which 395 is thrown by a check of ours
  ['misfit', [6, 27, 32, 38, 41, 53, 69, 70, 72, 117, 131, 321, 349, 376, 395, 407, 441, 469, 675, 676, 691]],
  // CANNOT_WRITE_TO_FILE_DESCRIPTOR, NOT_ENOUGH_SPACE
  ['full', [75, 243]],
  // TIMEOUT_EXCEEDED, TOO_MANY_SIMULTANEOUS_QUERIES, SOCKET_TIMEOUT, NETWORK_ERROR, ABORTED, MEMORY_LIMIT_EXCEEDED,
  // TABLE_IS_READ_ONLY, TOO_MANY_PARTS, ALL_CONNECTION_TRIES_FAILED, QUERY_WAS_CANCELLED, DEADLOCK_AVOIDED, SERVER_OVERLOADED,
  // KEEPER_EXCEPTION
  ['busy', [159, 202, 209, 210, 236, 241, 242, 252, 279, 394, 473, 745, 999]],
];
const KINDS: ReadonlyMap<number, ClickhouseFailureKind> = new Map(
  CODES.flatMap(([kind, codes]) => codes.map((code) => [code, kind] as const)),
);

/** The failure that an exception of a server stands for. @param text what it says, without secrets */
export function failureOf(
  code: number,
  text: string,
  where: { readonly host: string; readonly status: number; readonly retryAfter?: number | undefined },
): ClickhouseFailure {
  const kind = /no space left on device/i.test(text) ? 'full' : (KINDS.get(code) ?? 'refused');
  return new ClickhouseFailure(kind, kind === 'login' ? 'CLICKHOUSE_LOGIN' : `CLICKHOUSE_${code}`, text, where);
}

/** Whether a table is not there. */
export const isUnknownTable = (error: unknown): boolean =>
  error instanceof ClickhouseFailure && error.code === `CLICKHOUSE_${UNKNOWN_TABLE}`;

export type Addressed = {
  /** The declaration's name. */
  readonly name: string;
  /** The key's name. */
  readonly key: string;
  /** What the key was used for, such as `marts.daily`. */
  readonly table: string;
};

/** Translates a failure into an error of the destination; other errors stay. */
export function clickhouseDestinationFailure(error: unknown, { name, key, table }: Addressed): unknown {
  const failure = knownCause(error, ClickhouseFailure);
  if (!(failure instanceof ClickhouseFailure)) return destinationFailure(failure, name);
  const { kind, host, message: reason, retryAfter } = failure;
  const because = { cause: failure };
  switch (kind) {
    case 'login':
      return new PipelineError('DESTINATION_AUTH_FAILED', { name, host, key, reason }, because);
    case 'full':
      return new PipelineError('DESTINATION_FULL', { name, path: table }, because);
    case 'busy':
      return new PipelineError('DESTINATION_BUSY', { name, reason }, { ...because, retryAfter });
    case 'misfit':
      return new PipelineError('DESTINATION_SCHEMA', { table, reason }, because);
    case 'missing':
    case 'denied':
    case 'refused':
      return new PipelineError('DESTINATION_REFUSED', { reason }, because);
  }
}

/** Translates a failure into an error of the source; other errors stay. */
export function clickhouseSourceFailure(
  error: unknown,
  { name, key, url }: Addressed & { readonly url: string },
): unknown {
  const failure = knownCause(error, ClickhouseFailure);
  if (!(failure instanceof ClickhouseFailure)) return sourceFailure(failure, name);
  const { kind, host, status, message: body, retryAfter } = failure;
  const because = { cause: failure };
  switch (kind) {
    case 'login':
      return new PipelineError('SOURCE_AUTH_FAILED', { name, host, key, status: `${status}: ${body}` }, because);
    case 'missing':
      return new PipelineError('SOURCE_NOT_FOUND', { name, url, status, body }, because);
    case 'busy':
    case 'full':
      return new PipelineError('SOURCE_HTTP_ERROR', { name, url, status, body }, { ...because, retryAfter });
    case 'denied':
    case 'misfit':
    case 'refused':
      return new PipelineError('SOURCE_BAD_REQUEST', { name, url, status, body }, because);
  }
}
