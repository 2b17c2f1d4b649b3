import { DatabaseSetupError } from '../db/connect.ts';
import type { DatabaseLogins } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { allotRoles } from '../db/program-logins.ts';
import type { Settings } from '../env.ts';

/**
 * Brings a database up to this version, and gives the logins of the settings their roles.
 * @param ownerUrl of the login that owns it; null where the settings name none
 * @returns the names of the migrations that ran
 * @throws DatabaseSetupError
 */
export async function prepareDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'databaseLogins'>,
  ownerUrl: string | null,
  say: (line: string) => void,
): Promise<readonly string[]> {
  if (ownerUrl === null)
    throw new DatabaseSetupError('DATABASE_OWNER_URL is missing: migrations run as the owner of the database.');
  const done = await migrate({ url: ownerUrl, log: say });
  const logins = givenLogins(settings);
  if (logins !== null) await allotRoles(ownerUrl, logins);
  return done;
}

/** The logins that the settings name for the work; null where one does everything. */
export function givenLogins({
  databaseUrl,
  databaseLogins,
}: Pick<Settings, 'databaseUrl' | 'databaseLogins'>): DatabaseLogins | null {
  if (databaseUrl === null || databaseLogins === null) return null;
  const { identity, admin } = databaseLogins;
  return { work: databaseUrl, identity, admin };
}
