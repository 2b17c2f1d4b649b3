import { readJsonField } from '../key-fields/field-json.ts';
import { startOf } from '../network/answers.ts';
import type { Egress } from '../network/egress.ts';
import { orAborted } from '../network/or-aborted.ts';
import { rememberSecret } from '../secrets.ts';
import type { KeyProperties } from '../spec.ts';
import type { GoogleAccess } from './google-access.ts';
import { GoogleFailure } from './google-failure.ts';

const PATH = '/computeMetadata/v1/instance/service-accounts/default/token';
const ANSWER_LIMIT = 64 * 1024;
const LIMIT_MS = 15_000;
/** A token is not used in the last minute of its life. */
const MARGIN_MS = 60_000;

type Token = { readonly text: string; readonly usableUntil: number };

/**
 * The access of the account that Google gives a machine or, by Workload Identity, a pod. Its metadata server gives tokens without
 * a secret, at the addresses of Compute Engine.
 * @param host with a port where it is not 80
 * @param scope asked for; machines may be limited to others
 */
export function metadataAccess(
  host: string,
  scope: string,
  egress: Egress,
  now: () => number = Date.now,
): GoogleAccess {
  const key: KeyProperties = { name: 'the account of the machine', type: 'google_service_account', properties: {} };
  let held: Token | null = null;
  let asked: Promise<Token> | null = null;

  async function ask(): Promise<Token> {
    const url = `http://${host}${PATH}?scopes=${encodeURIComponent(scope)}`;
    const headers = { 'metadata-flavor': 'Google', accept: 'application/json' };
    const signal = AbortSignal.timeout(LIMIT_MS);
    const answer = await egress.fetch({ url, headers, redirects: 'refuse', signal });
    const { status, retryAfter } = answer;
    const { text, failure } = await startOf(answer, ANSWER_LIMIT);
    if (failure instanceof Error) throw failure;
    const token = readJsonField(text, 'access_token');
    if (status === 200 && typeof token === 'string' && token !== '') {
      rememberSecret(key, token);
      const seconds = Math.max(Number(readJsonField(text, 'expires_in')) || 0, 0);
      return { text: token, usableUntil: now() + seconds * 1000 - MARGIN_MS };
    }
    const isBusy = status >= 500 || status === 429 || status === 408 || status === 200;
    const reason =
      status === 404 ? 'the machine has no service account' : `the metadata server gave no token (${status})`;
    throw new GoogleFailure(isBusy ? 'busy' : 'login', 'metadataToken', reason, { host, status, retryAfter });
  }

  return {
    key,
    projectId: null,
    origin: (name) => `https://${name}`,
    async token(signal) {
      if (held !== null && held.usableUntil > now()) return held.text;
      asked ??= ask().finally(() => {
        asked = null;
      });
      held = await orAborted(asked, signal);
      return held.text;
    },
    async forget(rejected) {
      if (held?.text === rejected) held = null;
    },
  };
}
