import type { Readable } from 'node:stream';
import { rowsFile } from '../listing/rows-file.ts';
import type { ConnectorContext, SourceConnector, SourceFile, SourceRequest } from '../spec.ts';
import type { SourceStatement } from './source-parameters.ts';
import { type SqlErrors, sqlSourceFailure } from './sql-failures.ts';
import { type SqlDialect, type SqlLogin, sqlLoginOf } from './sql-login.ts';

/** An open read: CSV with a header, and how to end it. */
export type OpenRead = { readonly csv: Readable; readonly decimals?: SourceFile['decimals']; close(): void };

/** The dialect-specific operations of a source. */
export type SqlReader = {
  readonly dialect: SqlDialect;
  readonly errors: SqlErrors;
  /** The statements of a request. Throws PARAMETER_INVALID. */
  statement(request: SourceRequest): SourceStatement;
  /** Signs in and begins to read, in a transaction that may not write. Throws as the driver does, or PARAMETER_INVALID. */
  read(statement: SourceStatement, login: SqlLogin, context: ConnectorContext): Promise<OpenRead>;
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
  const url = `${reader.dialect}://${login.host}:${login.port}/${login.database}`;
  const translate = (error: unknown): unknown =>
    sqlSourceFailure(reader.errors, error, { name: request.name, login, url });
  const open = await reader.read(statement, login, context).catch((error: unknown) => {
    context.signal.throwIfAborted();
    throw translate(error);
  });
  const { csv, decimals } = open;
  yield rowsFile(csv, { request, context, url, translate, ...(decimals && { decimals }), close: () => open.close() });
}
