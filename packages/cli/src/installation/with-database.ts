import type { Database, Settings } from '@switchboard/server';
import type { CommandParts } from '../command-line/command-parts.ts';

/** Opens the database of the settings, by the logins of the programs, for a piece of work, and closes it after it. */
export async function withDatabase<Result>(
  { env, cwd }: CommandParts,
  applicationName: string,
  work: (database: Database, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const { findRunningDatabase, openDatabase, readSettings } = await import('@switchboard/server');
  const settings = readSettings(env, cwd, false);
  const { databaseUrl, databaseLogins } = settings;
  const logins = databaseUrl === null || databaseLogins === null ? null : { ...databaseLogins, work: databaseUrl };
  const url = logins?.work ?? findRunningDatabase(settings);
  const database = openDatabase({ url, logins, connections: 2, applicationName });
  try {
    return await work(database, settings);
  } finally {
    await database.close();
  }
}
