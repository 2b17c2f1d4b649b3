import type { IncomingHttpHeaders } from 'node:http';

/** A request to the HTTP interface. */
export type ClickhouseRequest = {
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

export type ClickhouseReply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** Statuses of exceptions, as the server chooses them. */
const STATUSES: Readonly<Record<number, number>> = { 60: 404, 81: 404, 47: 404, 62: 400, 497: 403, 516: 403 };

/** An exception as the server answers it before it has sent anything. */
export function exceptionReply(code: number, message: string, status = STATUSES[code] ?? 500): ClickhouseReply {
  return {
    status,
    headers: { 'x-clickhouse-exception-code': String(code), 'content-type': 'text/plain; charset=UTF-8' },
    body: Buffer.from(
      `Code: ${code}. DB::Exception: ${message}. (NAME_OF_${code}) (version 25.8.1.5101 (official build))\n`,
    ),
  };
}

/** The user of the tests. */
export const USER = { name: 'ann', password: 'p@ss "wörd"' } as const;
