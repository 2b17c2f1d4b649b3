import { ERRORS, type ErrorCode, type ErrorParameters, errorText } from '@switchboard/model/errors/errors';
import { AccountKeyError } from '../identity/account-keys/account-keys.ts';

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

const LAST_BREAK_GLASS =
  'Single sign-on is required in an account of this user, who is the last who can enter while its provider is down. Choose another break-glass administrator there first; an account that is deactivated is activated for that, or erased.';

/** The refusal of a change that leaves an account without a break-glass administrator, which the database finds at its end; else the error. */
export const refusalOf = (error: unknown): unknown =>
  error instanceof Error && 'constraint' in error && error.constraint === 'break_glass_kept'
    ? badRequest(LAST_BREAK_GLASS)
    : error;

/** 400. The reason names the invalid argument. */
export function badRequest(reason: string): RequestError {
  return new RequestError('BAD_REQUEST', { reason });
}

/** Shows the person why the key of the account does not open what the work needs. */
export function showAccountKeyErrors<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw error instanceof AccountKeyError ? badRequest(error.message) : error;
  });
}

/** Characters of a message for a client. */
const LONGEST = 2_000;
/** Characters of its end, which says what to do about it. */
const END = 600;
const CUT = ' … ';

const LONE_SURROGATE = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/;

/**
 * A message for a client without the middle of what is too long: a refusal quotes an argument, which may be as large as a request.
 * @returns at most 2,000 characters
 */
export function shortMessage(message: string): string {
  if (message.length <= LONGEST) return message;
  const start = message.slice(0, LONGEST - END - CUT.length).replace(LONE_SURROGATE, '');
  return `${start}${CUT}${message.slice(-END).replace(LONE_SURROGATE, '')}`;
}
