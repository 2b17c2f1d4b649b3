import type { HttpAuthentication, HttpProbe, HttpTokenRequest, KeyCategory, KeyField, KeyType } from './key-type.ts';
import type { KeyOAuth } from './oauth-providers.ts';

type TextField = Extract<KeyField, { kind: 'text' }>;
type TextOptions = Partial<Pick<TextField, 'doc' | 'pattern' | 'placeholder' | 'default'>>;

/** A required text of a key that is shown again, such as a user name. */
export const text = (name: string, label: string, doc: string, options: TextOptions = {}): TextField => ({
  name,
  label,
  kind: 'text',
  required: true,
  doc,
  ...options,
});

/** A text of a key that may be left out. */
export const optionalText = (name: string, label: string, doc: string, options: TextOptions = {}): TextField => ({
  name,
  label,
  kind: 'text',
  doc,
  ...options,
});

/** A required text that is encrypted and never shown again. */
export const secret = (name: string, label: string, doc: string): KeyField => ({
  name,
  label,
  kind: 'text',
  secret: true,
  required: true,
  doc,
});

/** One label of a host name, such as the subdomain of an account: it can never name another host. */
const HOST_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/** The part of the provider's host name that belongs to the account. */
export const hostLabel = (name: string, label: string, doc: string, placeholder: string): TextField =>
  text(name, label, doc, { pattern: HOST_LABEL, placeholder });

/** The host of a server that customers run themselves or under a domain of their own. */
export const ownHost = (
  name: string,
  label: string,
  doc: string,
  placeholder: string,
  options: Pick<TextOptions, 'default'> = {},
): TextField =>
  (options.default === undefined ? text : optionalText)(name, label, doc, {
    pattern: `${HOST_LABEL}(?:\\.${HOST_LABEL})+`,
    placeholder,
    ...options,
  });

/** One of the provider's regions, each with the text that its host name holds. */
export const region = (
  name: string,
  label: string,
  doc: string,
  labels: Readonly<Record<string, string>>,
): KeyField => ({
  name,
  label,
  kind: 'choice',
  choices: Object.entries(labels).map(([value, choice]) => ({ value, label: choice })),
  default: Object.keys(labels)[0] ?? '',
  doc,
});

export const API_KEY = secret('api_key', 'API key', 'The API key, as the provider shows it.');
export const API_TOKEN = secret('api_token', 'API token', 'The API token, as the provider shows it.');
export const ACCESS_TOKEN = secret('access_token', 'Access token', 'The access token, as the provider shows it.');
export const API_SECRET = secret('api_secret', 'API secret', 'The secret that belongs to the API key.');
export const PASSWORD = secret('password', 'Password', 'The password of the user.');
export const USERNAME = text('username', 'User name', 'The name of the user that signs in.');
export const EMAIL = text('email', 'Email', 'The email address of the user that signs in.');

export const CLIENT_ID = text('client_id', 'Client ID', 'The id of the app or client.');
export const CLIENT_SECRET = secret('client_secret', 'Client secret', 'The secret of the app or client.');
export const REFRESH_TOKEN = secret(
  'refresh_token',
  'Refresh token',
  'The refresh token, which is exchanged for access.',
);

/** Authenticates with `Authorization: Bearer` and the value of a field. */
export const bearer = (field: string): HttpAuthentication => headers({ Authorization: `Bearer {${field}}` });

export const headers = (templates: Readonly<Record<string, string>>): HttpAuthentication => ({
  scheme: 'template',
  headers: templates,
});

export const query = (templates: Readonly<Record<string, string>>): HttpAuthentication => ({
  scheme: 'template',
  query: templates,
});

export const basic = (username: string, password: string): HttpAuthentication => ({
  scheme: 'basic',
  username,
  password,
});

/** Keys in headers and query. */
type Templates = Extract<HttpAuthentication, { scheme: 'template' }>;
type TokenOptions = Partial<Pick<HttpTokenRequest, 'basic' | 'encoding' | 'field'>>;

/** The key is exchanged for a token, which requests carry as `Authorization: Bearer`. */
export const exchange = (url: string, form: HttpTokenRequest['form'], options: TokenOptions = {}): Templates => ({
  scheme: 'template',
  token: { url, form, field: 'access_token', ...options },
  headers: { Authorization: 'Bearer {token}' },
});

/** The client credentials grant of OAuth 2.0, with the client in the body. */
export const clientCredentials = (url: string, form: HttpTokenRequest['form'] = {}): Templates =>
  exchange(url, {
    grant_type: 'client_credentials',
    client_id: '{client_id}',
    client_secret: '{client_secret}',
    ...form,
  });

/** The same with the client in the Authorization header, as HTTP Basic. */
export const basicClientCredentials = (url: string, form: HttpTokenRequest['form'] = {}): Templates =>
  exchange(url, { grant_type: 'client_credentials', ...form }, { basic: ['{client_id}', '{client_secret}'] });

/** The refresh token grant of OAuth 2.0, with the client in the body. */
export const refreshGrant = (url: string, form: HttpTokenRequest['form'] = {}): Templates =>
  exchange(url, {
    grant_type: 'refresh_token',
    refresh_token: '{refresh_token}',
    client_id: '{client_id}',
    client_secret: '{client_secret}',
    ...form,
  });

/** Fields that the provider returns when an account is connected. */
export const OBTAINED_TOKENS: readonly KeyField[] = [
  { ...secret('access_token', 'Access token', 'The token that requests carry. It is refreshed.'), obtained: true },
  {
    name: 'refresh_token',
    label: 'Refresh token',
    kind: 'text',
    secret: true,
    obtained: true,
    doc: 'The token that is exchanged for another access token.',
  },
];

/** An account that is connected by OAuth: requests carry its access token as `Authorization: Bearer`. */
export const connected = (oauth: KeyOAuth) => ({
  fields: OBTAINED_TOKENS,
  authentication: bearer('access_token'),
  oauth,
});

type ProviderRow = Pick<KeyType, 'fields' | 'notice' | 'deprecated' | 'replacement' | 'secretLifeDays'> & {
  readonly whereToFind: string;
  readonly documentation: string;
  readonly hosts: readonly string[];
  readonly authentication: HttpAuthentication;
  /** An address stands for a GET that answers 2xx to a right key. */
  readonly probe: HttpProbe | string | null;
  readonly oauth?: KeyOAuth;
};

/** The key type of a provider whose requests carry the key over HTTPS, in a category. */
export const providersOf =
  (category: KeyCategory) =>
  (name: string, displayName: string, { probe, ...row }: ProviderRow): KeyType => ({
    name,
    displayName,
    category,
    form: 'http',
    ...row,
    probe: typeof probe === 'string' ? { url: probe } : probe,
  });
