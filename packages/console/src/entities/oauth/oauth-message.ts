import { isOAuthProblem, type OAuthProblem } from '@switchboard/model/key-types/oauth-providers';

/** The answer of the window of a sign-in at a provider to the one that opened it. Nothing in it is trusted: it leads to a request. */
export type OAuthMessage = {
  readonly type: 'oauthSuccess' | 'oauthInvalid';
  /** The screen from which the sign-in was begun; null when the server does not know which sign-in failed. */
  readonly route: string | null;
  /** For a key its name; for an integration the text with which the sign-in was begun. */
  readonly credential_name: string | null;
  /** Id of the integration that was connected. */
  readonly id: string | null;
  readonly reason: OAuthProblem | null;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Reads a message; null for one of another kind. */
export function readOAuthMessage(message: unknown): OAuthMessage | null {
  if (!isRecord(message)) return null;
  const { type, route, credential_name: name, id, reason } = message;
  if (type !== 'oauthSuccess' && type !== 'oauthInvalid') return null;
  return {
    type,
    route: typeof route === 'string' ? route : null,
    credential_name: typeof name === 'string' ? name : null,
    id: typeof id === 'string' ? id : null,
    reason: typeof reason === 'string' && isOAuthProblem(reason) ? reason : null,
  };
}
