import {
  type Addressed,
  ServiceFailure,
  serviceDestinationFailure,
  serviceSourceFailure,
} from '../../network/service-failure.ts';

export type ClickhouseFailureKind = 'login' | 'denied' | 'missing' | 'misfit' | 'full' | 'busy' | 'refused';

/** An exception of the server. Its code is such as CLICKHOUSE_60; CLICKHOUSE_LOGIN for every refusal of the user; HTTP_404 of what is not ClickHouse. */
export class ClickhouseFailure extends ServiceFailure {
  override readonly name = 'ClickhouseFailure';
}

const UNKNOWN_TABLE = 60;
const BAD_ARGUMENTS = 36;

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

/** Translates a failure into an error of the destination; other errors stay. */
export const clickhouseDestinationFailure = (error: unknown, addressed: Addressed): unknown =>
  serviceDestinationFailure(error, addressed);

/** Translates a failure into an error of the source; other errors stay. */
export const clickhouseSourceFailure = (error: unknown, addressed: Addressed): unknown =>
  serviceSourceFailure(error, addressed, 'the parameters');

/** Whether a server refused to replace a partition by none, which it does only with a setting. */
export const needsEmptySourceSetting = (error: unknown): boolean =>
  error instanceof ClickhouseFailure && error.code === `CLICKHOUSE_${BAD_ARGUMENTS}`;
