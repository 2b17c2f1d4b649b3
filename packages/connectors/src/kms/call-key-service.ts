import { readJsonField } from '../key-fields/field-json.ts';
import { startOf } from '../network/answers.ts';
import { ServiceFailure, type ServiceFailureKind } from '../network/service-failure.ts';
import { quoted } from '../secrets.ts';
import type { KeyServiceContext } from './key-wrapping.ts';

const ANSWER_LIMIT = 256 * 1024;
const SHOWN_LENGTH = 300;

export type KeyServiceCall = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Texts that no message may hold. */
  readonly secrets: readonly string[];
  /** Reads the code and the message of a refusal. */
  refusal(text: string): { readonly code: string; readonly message: string };
  /** The kinds of codes whose status alone says less. */
  readonly kinds?: Readonly<Record<string, ServiceFailureKind>>;
};

/**
 * Posts to a key service and returns the text of its answer. Secrets go over TLS, or to a host that an administrator has named.
 * @throws ServiceFailure, NetworkError, or the reason of an aborted signal
 */
export async function callKeyService(
  { url, headers, body, secrets, refusal, kinds = {} }: KeyServiceCall,
  { egress, signal }: KeyServiceContext,
): Promise<string> {
  const { protocol, host, hostname, port } = new URL(url);
  if (protocol !== 'https:' && !egress.isListed(hostname, Number(port) || 80))
    throw new ServiceFailure('login', 'NotEncrypted', 'its address must start with https:', { host });
  const answer = await egress.fetch({ url, method: 'POST', headers, body, redirects: 'refuse', signal });
  const { text, complete, failure } = await startOf(answer, ANSWER_LIMIT);
  if (failure instanceof Error) throw failure;
  const { status, retryAfter } = answer;
  if (status < 300 && complete) return text;
  const { code, message } = refusal(text);
  const shown = quoted([code || `status ${status}`, message].filter(Boolean).join(': '), secrets, SHOWN_LENGTH);
  const kind = Object.hasOwn(kinds, code) ? kinds[code] : undefined;
  throw new ServiceFailure(kind ?? kindOf(status), code, shown.replace(/\.+$/, ''), { host, status, retryAfter });
}

function kindOf(status: number): ServiceFailureKind {
  if (status === 401 || status === 403) return 'login';
  if (status === 404 || status === 410) return 'missing';
  return status >= 500 || status === 408 || status === 429 ? 'busy' : 'refused';
}

/** A text of an answer; empty where it has none. */
export function textOf(json: string, field: string): string {
  const value = readJsonField(json, field);
  return typeof value === 'string' ? value : '';
}

/**
 * A text that an answer must have.
 * @throws ServiceFailure
 */
export function requireText(json: string, field: string, url: string): string {
  const text = textOf(json, field);
  if (text !== '') return text;
  throw new ServiceFailure('busy', 'AnswerMalformed', `its answer has no ${field}`, { host: new URL(url).host });
}
