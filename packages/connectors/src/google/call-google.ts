import { readJsonField } from '../key-fields/field-json.ts';
import { startOf } from '../network/answers.ts';
import type { EgressMethod, EgressResponse } from '../network/egress.ts';
import { firewallPage } from '../network/html-page.ts';
import { NetworkError } from '../network/network-error.ts';
import { repeatPassing } from '../network/repeat-passing.ts';
import { quoted, secretsOf } from '../secrets.ts';
import type { ConnectorContext } from '../spec.ts';
import type { GoogleAccess } from './google-access.ts';
import { GoogleFailure, type GoogleFailureKind } from './google-failure.ts';

export type GoogleCall = {
  readonly method: EgressMethod;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: Uint8Array | Readonly<Record<string, unknown>>;
  /** Statuses besides 2xx that are answers. */
  readonly accepts?: readonly number[];
  /** Without: the address itself is the secret, as that of an upload. */
  readonly isUnsigned?: true;
  /** Sent once, whatever happens: it may not arrive twice. */
  readonly isOnce?: true;
};

type Context = Pick<ConnectorContext, 'egress' | 'signal' | 'pause'>;

const ERROR_LIMIT = 64 * 1024;
const ANSWER_LIMIT = 32 * 1024 ** 2;
const SHOWN_LENGTH = 300;

/** Sends a request with a token, and again while that helps. Throws GoogleFailure, NetworkError or an aborted signal's reason. */
export const callGoogle = (access: GoogleAccess, call: GoogleCall, context: Context): Promise<EgressResponse> =>
  repeated(call, context, () => send(access, call, context));

/** The same for an answer of JSON, which is read to its end. An empty one is an empty object. */
export function callForJson(
  access: GoogleAccess,
  call: GoogleCall,
  context: Context,
): Promise<Readonly<Record<string, unknown>>> {
  return repeated(call, context, async () => {
    const answer = await send(access, call, context);
    const { text, complete, failure } = await startOf(answer, ANSWER_LIMIT);
    if (failure instanceof Error) throw failure;
    const { host } = new URL(call.url);
    if (!complete) throw new GoogleFailure('refused', 'answerTooLong', 'its answer is too long', { host });
    try {
      const value: unknown = text === '' ? {} : JSON.parse(text);
      if (typeof value === 'object' && value !== null) return { ...value };
    } catch {
      // Falls through to the same refusal.
    }
    throw new GoogleFailure('busy', 'answerMalformed', 'its answer is not valid JSON', { host, status: answer.status });
  });
}

/** Repeats what failed for a passing reason, unless the call may not arrive twice. */
const repeated = <Result>(call: GoogleCall, context: Context, once: () => Promise<Result>): Promise<Result> =>
  repeatPassing(context, (error) => call.isOnce !== true && isPassing(error), once);

/** Whether the same request may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof GoogleFailure && error.kind === 'busy');

/** One request. A token that is rejected is replaced once. */
async function send(access: GoogleAccess, call: GoogleCall, { egress, signal }: Context): Promise<EgressResponse> {
  const { method, url, headers, body, accepts = [], isUnsigned } = call;
  const isJson = body !== undefined && !(body instanceof Uint8Array);
  for (let isRenewed = false; ; isRenewed = true) {
    signal.throwIfAborted();
    const token = isUnsigned === true ? null : await access.token(signal);
    const answer = await egress.fetch({
      url,
      method,
      headers: {
        accept: 'application/json, */*',
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
      redirects: 'refuse',
      signal,
    });
    if (answer.status < 300 || accepts.includes(answer.status)) return answer;
    if (answer.status === 401 && token !== null && !isRenewed) {
      answer.body.destroy();
      await access.forget(token);
      continue;
    }
    throw await refusalOf(answer, access, url);
  }
}

/** Reasons of the APIs whose status alone says less. */
const KINDS: Readonly<Record<string, GoogleFailureKind>> = {
  rateLimitExceeded: 'busy',
  userRateLimitExceeded: 'busy',
  jobRateLimitExceeded: 'busy',
  backendError: 'busy',
  internalError: 'busy',
  jobBackendError: 'busy',
  jobInternalError: 'busy',
  tableUnavailable: 'busy',
  quotaExceeded: 'full',
  dailyLimitExceeded: 'full',
  accountDisabled: 'full',
  billingNotEnabled: 'full',
  responseTooLarge: 'refused',
  retentionPolicyNotMet: 'refused',
  objectUnderActiveHold: 'refused',
  duplicate: 'exists',
  notFound: 'missing',
  accessDenied: 'login',
  invalidQuery: 'refused',
};

/** Classifies a failure by the API's reason and status. */
export function kindOf(reason: string, status: number): GoogleFailureKind {
  const known = Object.hasOwn(KINDS, reason) ? KINDS[reason] : undefined;
  if (known !== undefined) return known;
  if (status === 401 || status === 403) return 'login';
  if (status === 404 || status === 410) return 'missing';
  if (status === 409) return 'exists';
  if (status === 412) return 'condition';
  return status >= 500 || status === 408 || status === 429 ? 'busy' : 'refused';
}

/** The failure in an unsuccessful answer, whose body is read and closed. */
async function refusalOf(answer: EgressResponse, { key }: GoogleAccess, url: string): Promise<GoogleFailure> {
  const { status, retryAfter } = answer;
  const { text } = await startOf(answer, ERROR_LIMIT);
  const { host } = new URL(url);
  const page = firewallPage(answer, text);
  if (page !== null)
    return new GoogleFailure('busy', 'page', quoted(page, secretsOf(key), SHOWN_LENGTH), { host, status, retryAfter });
  const message = readJsonField(text, 'error.message');
  const reason = readJsonField(text, 'error.errors.0.reason') ?? readJsonField(text, 'error.status');
  const code = typeof reason === 'string' ? reason : `status ${status}`;
  const shown = quoted(typeof message === 'string' ? message : text, secretsOf(key), SHOWN_LENGTH).replace(/\.+$/, '');
  return new GoogleFailure(kindOf(code, status), code, shown || code, { host, status, retryAfter });
}
