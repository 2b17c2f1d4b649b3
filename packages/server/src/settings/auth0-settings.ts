import { SettingsError } from './settings-error.ts';

/** How users are administered at Auth0. */
export type Auth0Settings = {
  /** `https://` and the domain of the tenant, without a slash at its end. */
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Name of the database connection whose passwords are managed. */
  readonly connection: string;
};

export type GivenAuth0 = {
  readonly domain: string | null;
  readonly clientId: string | null;
  readonly clientSecret: string | null;
  readonly connection: string;
  readonly issuer: string | null;
};

/**
 * Null without a domain.
 * @throws SettingsError for settings of which one lacks another
 */
export function auth0Of({ domain, clientId, clientSecret, connection, issuer }: GivenAuth0): Auth0Settings | null {
  if (domain === null) return null;
  const missing = [
    ...(clientId === null ? ['AUTH0_CLIENT_ID'] : []),
    ...(clientSecret === null ? ['AUTH0_CLIENT_SECRET'] : []),
    ...(issuer === null ? ['OIDC_ISSUER'] : []),
  ];
  if (clientId === null || clientSecret === null || issuer === null)
    throw new SettingsError(`${missing.join(' and ')} must be set, too, with AUTH0_DOMAIN.`);
  return { origin: `https://${domain.toLowerCase()}`, clientId, clientSecret, connection };
}
