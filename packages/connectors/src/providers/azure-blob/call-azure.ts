import { startOf } from '../../network/answers.ts';
import type { EgressMethod, EgressResponse } from '../../network/egress.ts';
import { firewallPage } from '../../network/html-page.ts';
import { NetworkError } from '../../network/network-error.ts';
import { repeatPassing } from '../../network/repeat-passing.ts';
import { quoted, secretsOf } from '../../secrets.ts';
import type { ConnectorContext } from '../../spec.ts';
import type { AzureAccess } from './access.ts';
import { AzureFailure, kindOf } from './azure-failure.ts';
import { textOf } from './read-xml.ts';
import { authorizationHeader } from './sign-request.ts';

export type AzureCall = {
  readonly method: EgressMethod;
  /** Without a SAS token. */
  readonly url: URL;
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
};

type Context = Pick<ConnectorContext, 'egress' | 'signal' | 'now' | 'pause'>;

/** The version of the API that the requests are written for. */
const VERSION = '2021-12-02';
const ERROR_LIMIT = 64 * 1024;
const ANSWER_LIMIT = 32 * 1024 ** 2;
const SHOWN_LENGTH = 300;
/** The service accepts signatures of the last 15 minutes. */
const MAX_SKEW_MS = 5 * 60_000;

/** Sends a request, and again while that helps. Throws AzureFailure, NetworkError or an aborted signal's reason. */
export const callAzure = (access: AzureAccess, call: AzureCall, context: Context): Promise<EgressResponse> =>
  repeatPassing(context, isPassing, () => callOnce(access, call, context));

/** The same for an answer that is read to its end. */
export const callForText = (access: AzureAccess, call: AzureCall, context: Context): Promise<string> =>
  repeatPassing(context, isPassing, async () => {
    const { text, complete, failure } = await startOf(await callOnce(access, call, context), ANSWER_LIMIT);
    if (failure instanceof Error) throw failure;
    if (!complete)
      throw new AzureFailure('refused', 'AnswerTooLong', 'its answer is too long', {
        host: call.url.host,
        status: 200,
      });
    return text;
  });

/** Whether the same request may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof AzureFailure && error.kind === 'busy');

/** The same without another try. A request that was refused for its time is sent once more by the clock of the service. */
export async function callOnce(
  access: AzureAccess,
  call: AzureCall,
  { egress, signal, now }: Context,
): Promise<EgressResponse> {
  const { credential, clock } = access;
  for (let isCorrected = false; ; isCorrected = true) {
    signal.throwIfAborted();
    const answer = await egress.fetch({
      ...authorize(access, call, now() + clock.ahead),
      method: call.method,
      ...(call.body === undefined ? {} : { body: call.body }),
      redirects: 'refuse',
      signal,
    });
    if (answer.status < 300) return answer;
    const ahead = Date.parse(answer.headers['date'] ?? '') - now();
    const isSkewed = Math.abs(ahead - clock.ahead) > MAX_SKEW_MS;
    if (answer.status === 403 && credential.kind === 'account-key' && isSkewed && !isCorrected) {
      answer.body.destroy();
      clock.ahead = ahead;
      continue;
    }
    throw await refusalOf(answer, access, call.url.host);
  }
}

/** The address and headers of a call with what authorizes it. */
function authorize({ account, credential }: AzureAccess, call: AzureCall, now: number) {
  const { method, body } = call;
  const headers = { ...call.headers, 'x-ms-date': new Date(now).toUTCString(), 'x-ms-version': VERSION };
  const url = new URL(call.url);
  if (credential.kind === 'sas') {
    for (const [name, value] of credential.query) url.searchParams.append(name, value);
    return { url: url.href, headers };
  }
  const authorization = authorizationHeader(
    { method, url, headers, bytes: body?.length ?? 0 },
    account,
    credential.accountKey,
  );
  return { url: url.href, headers: { ...headers, authorization } };
}

/** The failure in an unsuccessful answer, whose body is read and closed. */
async function refusalOf(answer: EgressResponse, access: AzureAccess, host: string): Promise<AzureFailure> {
  const { status, retryAfter, headers } = answer;
  const { text } = await startOf(answer, ERROR_LIMIT);
  const page = headers['x-ms-error-code'] === undefined ? firewallPage(answer, text) : null;
  if (page !== null)
    return new AzureFailure('busy', `status ${status}`, quoted(page, secretsOf(access.key), SHOWN_LENGTH), {
      host,
      status,
      retryAfter,
    });
  // An answer to HEAD has no body.
  const code = headers['x-ms-error-code'] ?? (textOf(text, 'Code') || `status ${status}`);
  // The lines after the first name the request. What a signature lacks is said in the detail.
  const [message = ''] = textOf(text, 'Message').split('\n');
  const detail = access.credential.kind === 'sas' ? textOf(text, 'AuthenticationErrorDetail') : '';
  const shown = quoted([message, detail].join(' '), secretsOf(access.key), SHOWN_LENGTH).replace(/\.+$/, '');
  return new AzureFailure(kindOf(code, status), code, shown || `status ${status}`, { host, status, retryAfter });
}
