import { pipeline, type Readable } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { countBody } from '../listing/count-body.ts';
import { sourceFailure } from '../network/translate-network-error.ts';
import type { ConnectorContext, SourceConnector, SourceFile, SourceRequest } from '../spec.ts';
import { translateTunnel } from '../ssh/tunnel-failure.ts';
import type { SourceStatement } from './source-parameters.ts';
import { type SqlDialect, type SqlLogin, sqlLoginOf } from './sql-login.ts';

/** An open read: CSV with a header, and how to end it. */
export type OpenRead = { readonly csv: Readable; close(): void };

/** The dialect-specific operations of a source. */
export type SqlReader = {
  readonly dialect: SqlDialect;
  /** The statements of a request. Throws PARAMETER_INVALID. */
  statement(request: SourceRequest): SourceStatement;
  /** Signs in and begins to read, in a transaction that may not write. Throws as the driver does, or PARAMETER_INVALID. */
  read(statement: SourceStatement, login: SqlLogin, context: ConnectorContext): Promise<OpenRead>;
  /** Translates an error that the server reported; null for errors of other origin. */
  serverError(error: unknown, login: SqlLogin): ServerError | null;
  /** Why there is no connection, in plain words; null for an error of something else than the connection. */
  connectionReason(error: unknown): string | null;
};

export type ServerError = {
  /** `busy`: it may succeed later. */
  readonly kind: 'auth' | 'busy' | 'refused';
  /** The code by which the documentation of the server knows it. */
  readonly status: string;
  readonly reason: string;
};

/**
 * A source that reads one table or query of a database for each report date, as a CSV file.
 * See docs/design/databases.md.
 */
export function sqlSource(reader: SqlReader): SourceConnector {
  return {
    async fetch(request, context) {
      const statement = reader.statement(request);
      const login = sqlLoginOf(request.name, request.key, [reader.dialect]);
      return { kind: 'files', files: readRows(reader, statement, request, login, context) };
    },
  };
}

async function* readRows(
  reader: SqlReader,
  statement: SourceStatement,
  request: SourceRequest,
  login: SqlLogin,
  context: ConnectorContext,
): AsyncGenerator<SourceFile> {
  const { name, reportDate } = request;
  const filename = `${[name, ...(reportDate === null ? [] : [reportDate])].join('-')}.csv`;
  const url = `${reader.dialect}://${login.host}:${login.port}/${login.database}`;
  let open: OpenRead;
  try {
    open = await reader.read(statement, login, context);
  } catch (error) {
    context.signal.throwIfAborted();
    throw translate(error, { reader, name, login, url });
  }
  const translateError = (error: Error, got: number): Error => {
    if (context.signal.aborted || error instanceof PipelineError) return error;
    const translated = translate(error, { reader, name, login, url });
    const isCut = translated instanceof PipelineError && translated.code === 'SOURCE_UNREACHABLE' && got > 0;
    if (!isCut) return translated instanceof Error ? translated : error;
    const values = { file: filename, got, expected: 'an unknown number of' };
    return new PipelineError('SOURCE_ENDED_EARLY', values, { cause: error });
  };
  const endedEarly = (got: number): Error =>
    new PipelineError('SOURCE_ENDED_EARLY', { file: filename, got, expected: 'an unknown number of' });
  const body = countBody({ expected: null, onBytes: context.onBytes, endedEarly, translateError });
  // Also when it is never read.
  pipeline(open.csv, body, () => open.close());
  yield { filename, url, body, expectedBytes: null, contentType: 'text/csv' };
}

type Failed = { readonly reader: SqlReader; readonly name: string; readonly login: SqlLogin; readonly url: string };

/** Translates a failure of the driver, the server or the network into an error of the source; other errors stay. */
function translate(error: unknown, { reader, name, login, url }: Failed): unknown {
  const tunnel = translateTunnel(error, name, 'SOURCE');
  if (tunnel !== null || error instanceof PipelineError) return tunnel ?? error;
  const { host, key } = login;
  const because = { cause: error };
  const said = reader.serverError(error, login);
  if (said !== null) {
    const { status, reason } = said;
    if (said.kind === 'auth')
      return new PipelineError('SOURCE_AUTH_FAILED', { name, host, key, status: reason }, because);
    const code = said.kind === 'busy' ? 'SOURCE_HTTP_ERROR' : 'SOURCE_BAD_REQUEST';
    return new PipelineError(code, { name, url, status, body: reason }, because);
  }
  const translated = sourceFailure(error, name);
  if (translated instanceof PipelineError) return translated;
  const reason = reader.connectionReason(error);
  return reason === null ? error : new PipelineError('SOURCE_UNREACHABLE', { name, host, reason }, because);
}
