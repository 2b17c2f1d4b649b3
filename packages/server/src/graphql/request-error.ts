import { ERRORS, type ErrorCode, type ErrorParameters, errorText } from '@switchboard/model';

/** A request that cannot be answered, in words its sender may read. Everything else that is thrown is masked. */
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

/** 400, with what is wrong with which argument. */
export function badRequest(reason: string): RequestError {
  return new RequestError('BAD_REQUEST', { reason });
}
