import { fillKeyTemplate } from '@switchboard/model/key-types/key-template';
import { type KeyOAuth, OAUTH_PROVIDERS, type OAuthProvider } from '@switchboard/model/key-types/oauth-providers';

/** The client that an operator has registered at a provider. */
export type OAuthClient = {
  readonly id: string;
  readonly secret: string;
  /** The origin, without a path, of a provider that runs at varying addresses, such as the sample provider. */
  readonly origin: string | null;
};

/** The clients of an installation, by the name of the provider. */
export type OAuthClients = ReadonlyMap<string, OAuthClient>;

/** The provider of a key type with its addresses filled in, and the client for it. */
export type OAuthServer = OAuthProvider & { readonly client: OAuthClient };

/** The provider at which keys of a type are connected; null when the operator has configured no client for it. */
export function oauthServerOf({ provider }: KeyOAuth, clients: OAuthClients): OAuthServer | null {
  const client = clients.get(provider);
  if (client === undefined) return null;
  const found: OAuthProvider = OAUTH_PROVIDERS[provider];
  const fill = (template: string): string => fillKeyTemplate(template, () => client.origin ?? '');
  const { authorizationUrl, tokenUrl, issuer, revocation } = found;
  return {
    ...found,
    authorizationUrl: fill(authorizationUrl),
    tokenUrl: fill(tokenUrl),
    issuer: fill(issuer),
    ...(revocation === undefined ? {} : { revocation: { ...revocation, url: fill(revocation.url) } }),
    client,
  };
}
