/** Faults of the OAuth server, chosen on the consent page; those of tokens last as long as the grant. */
export const OAUTH_FAULTS = {
  // The answer to the consent
  'wrong-state': 'redirects with another state',
  'no-state': 'redirects without the state',
  'other-issuer': 'redirects with the issuer of another server',
  'no-code': 'redirects without a code',
  'server-error': 'redirects with error=server_error',
  unavailable: 'redirects with error=temporarily_unavailable',
  // The exchange of the code
  'token-rejected': 'answers invalid_grant to the code',
  'client-rejected': 'answers invalid_client to the right secret',
  'token-500': 'answers 500 to the code',
  'token-html': 'answers a page instead of JSON',
  'token-redirect': 'answers with a redirect to another address',
  'token-silent': 'never answers',
  'token-missing': 'answers without an access token',
  'token-type': 'answers a token of another type than Bearer',
  // Tokens that are unusual, but right
  'expiry-text': 'writes the life of the token as a text',
  'no-expiry': 'does not say how long the token lives',
  'no-refresh-token': 'gives no refresh token',
  'access-ends': 'says that the access ends after ten days, whatever is refreshed',
  'same-refresh-token': 'keeps the refresh token at each refresh',
  // Refreshes
  'early-expiry': 'has a clock that is ahead: rejects access tokens at once',
  'refresh-503': 'answers 503 to the first two refreshes',
  'refresh-429': 'answers 429 to the first two refreshes',
  'refresh-cut': 'cuts the connection of the first refresh after replacing the refresh token',
  'refresh-slow': 'takes a moment for each refresh',
} as const;

export type OAuthFault = keyof typeof OAUTH_FAULTS;

export const isOAuthFault = (text: unknown): text is OAuthFault =>
  typeof text === 'string' && Object.hasOwn(OAUTH_FAULTS, text);
