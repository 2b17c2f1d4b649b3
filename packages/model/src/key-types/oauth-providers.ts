/** The style of the button that connects an account. */
export type OAuthStyle = 'generic' | 'facebook' | 'google' | 'youtube';

/** An authorization server of OAuth 2.0 with the authorization code grant. It takes the client's secret in the body. */
export type OAuthProvider = {
  /** Addresses, in which `{origin}` stands for the origin that the operator has configured. */
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  /** Compared with the `iss` of an answer that has one (RFC 9207). */
  readonly issuer: string;
  /** Further parameters of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>>;
  /**
   * Parameter name of the grant that exchanges an access token for one that lives longer, for a provider without
   * refresh tokens. It is repeated while the token is valid.
   */
  readonly exchangeGrant?: string;
  /** Token revocation (RFC 7009); absent where the provider documents no such address. */
  readonly revocation?: {
    readonly url: string;
    /** Whether it ends all that the person has allowed the client, also by other keys. */
    readonly endsOthers: boolean;
  };
};

/** Authorization servers, by the name under which an operator configures a client for them. */
export const OAUTH_PROVIDERS = {
  facebook: {
    authorizationUrl: 'https://www.facebook.com/v25.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v25.0/oauth/access_token',
    issuer: 'https://www.facebook.com',
    exchangeGrant: 'fb_exchange_token',
  },
  google: {
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    issuer: 'https://accounts.google.com',
    // Without a consent Google gives no second refresh token.
    parameters: { access_type: 'offline', prompt: 'consent' },
    revocation: { url: 'https://oauth2.googleapis.com/revoke', endsOthers: true },
  },
  sample: {
    authorizationUrl: '{origin}/oauth/authorize',
    tokenUrl: '{origin}/oauth/token',
    issuer: '{origin}',
    revocation: { url: '{origin}/oauth/revoke', endsOthers: false },
  },
  snapchat: {
    authorizationUrl: 'https://accounts.snapchat.com/login/oauth2/authorize',
    tokenUrl: 'https://accounts.snapchat.com/login/oauth2/access_token',
    issuer: 'https://accounts.snapchat.com',
  },
} as const satisfies Readonly<Record<string, OAuthProvider>>;

export type OAuthProviderName = keyof typeof OAUTH_PROVIDERS;

export const OAUTH_PROVIDER_NAMES = Object.keys(OAUTH_PROVIDERS) as readonly OAuthProviderName[];

/** Providers for which an operator may configure a client: those of keys, and those of integrations. */
export const OAUTH_CLIENT_NAMES = [...OAUTH_PROVIDER_NAMES, 'slack'] as const;

/** OAuth settings of key types that are connected instead of being typed. */
export type KeyOAuth = {
  readonly provider: OAuthProviderName;
  readonly style: OAuthStyle;
  readonly scopes: readonly string[];
};

/** Why an account was not connected, as the result page says it. */
export const OAUTH_PROBLEMS = {
  denied: 'You did not allow access at the provider.',
  expired: 'The sign-in took more than 10 minutes, or its answer was used already.',
  foreign: 'The answer does not belong to a sign-in that you began in this browser.',
  provider: 'The provider answered with an error.',
  rejected: 'The provider rejected its own answer.',
  client: 'The provider rejected the client of this installation. Ask an administrator to correct it.',
  timeout: 'The provider did not answer in time.',
  unreachable: 'The provider could not be reached.',
  unusable: 'The provider accepted the sign-in, but not the call that tries it.',
  rotating:
    'The app replaces its tokens every few hours, which integrations cannot follow. Use an app without token rotation.',
  name_taken: 'Another key has taken the name meanwhile.',
  missing: 'It was deleted meanwhile.',
  full: 'The account has as many integrations as it may have. Remove one first.',
  not_allowed: 'You may no longer change this in the account.',
  internal: 'Switchboard could not complete it. Contact support if the problem persists.',
} as const;

export type OAuthProblem = keyof typeof OAUTH_PROBLEMS;

export const isOAuthProblem = (text: string): text is OAuthProblem => Object.hasOwn(OAUTH_PROBLEMS, text);
