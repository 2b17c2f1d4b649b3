/** Faults of a key of type `sql` that no server reports with a code of its own. */
export type SqlKeyErrorCode =
  | 'SQL_CHARSET'
  | 'SQL_CLIENT_CERTIFICATE'
  | 'SQL_CLIENT_KEY'
  | 'SQL_SERVER_CA'
  | 'SQL_SERVER_CA_EXPIRED'
  | 'SQL_SERVER_CA_NOT_YET_VALID'
  | 'SQL_SERVER_CA_NOT_RSA'
  | 'SQL_NO_SSL'
  | 'SQL_SSL_REQUIRED';

export class SqlKeyError extends Error {
  override readonly name = 'SqlKeyError';
  readonly code: SqlKeyErrorCode;

  constructor(code: SqlKeyErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
