import { address } from './setting-schemas.ts';
import { SettingsError } from './settings-error.ts';

const url = address('postgresql', 'postgres');

/** The database, and the logins under which it is used. */
export const DATABASE_SETTINGS = {
  DATABASE_URL: {
    doc: 'PostgreSQL 18 or newer to use instead of the embedded one: `postgresql://user:password@host:port/database`. Alone, one login does everything; with the next three it only works for accounts.',
    fallback: '',
    schema: url,
  },
  DATABASE_OWNER_URL: {
    doc: 'The same database as the login that owns its tables: it migrates, and gives the other logins their roles. See docs/security.md. A process without it, but with the next two, waits until `switchboard migrate` has run elsewhere.',
    fallback: '',
    schema: url,
  },
  DATABASE_IDENTITY_URL: {
    doc: 'The same database as the login of sign-in, the only one that reads passwords, sessions and signing keys.',
    fallback: '',
    schema: url,
  },
  DATABASE_ADMIN_URL: {
    doc: 'The same database as the login of administration across accounts.',
    fallback: '',
    schema: url,
  },
} as const;

/**
 * The logins that the settings name besides that of DATABASE_URL; null for none. `owner` is null where this process does not migrate.
 * @throws SettingsError where some are missing or two are the same
 */
export function databaseLoginsOf(
  work: string | null,
  optional: (name: Exclude<keyof typeof DATABASE_SETTINGS, 'DATABASE_URL'>) => string | null,
) {
  const [owner, identity, admin] = [
    optional('DATABASE_OWNER_URL'),
    optional('DATABASE_IDENTITY_URL'),
    optional('DATABASE_ADMIN_URL'),
  ] as const;
  if (owner === null && identity === null && admin === null) return null;
  if (work === null || identity === null || admin === null)
    throw new SettingsError(
      'DATABASE_URL, DATABASE_IDENTITY_URL and DATABASE_ADMIN_URL go together: set all three, and DATABASE_OWNER_URL where migrations run.',
    );
  const given = [work, identity, admin, ...(owner === null ? [] : [owner])];
  const users = new Set(given.map((text) => new URL(text).username));
  if (users.size < given.length)
    throw new SettingsError(
      'DATABASE_URL, DATABASE_OWNER_URL, DATABASE_IDENTITY_URL and DATABASE_ADMIN_URL must name different users.',
    );
  return { owner, identity, admin };
}
