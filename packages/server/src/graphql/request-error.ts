import { ERRORS, type ErrorCode, type ErrorParameters, errorText } from '@switchboard/model/errors/errors';

/** An error of the request; its message is shown to the client. All other errors are masked. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: ErrorCode;
  readonly status: number;

  constructor(code: ErrorCode, parameters: ErrorParameters = {}) {
    super(errorText(code, parameters));
    this.code = code;
    const entry: { readonly http?: number } = ERRORS[code];
    this.status = entry.http ?? 500;
  }
}

/** 400. The reason names the invalid argument. */
export function badRequest(reason: string): RequestError {
  return new RequestError('BAD_REQUEST', { reason });
}
