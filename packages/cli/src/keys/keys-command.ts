import type { MasterKey, MasterKeyLoading } from '@switchboard/server';
import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT } from '../exit.ts';

const MAX_SHOWN = 20;

/** Opens the database and the master key of the settings for a piece of work, and closes the database after it. */
async function withInstallation<Result>(
  { env, cwd }: CommandParts,
  work: (loading: MasterKeyLoading, masterKey: MasterKey) => Promise<Result>,
): Promise<Result> {
  const { findRunningDatabase, loadMasterKey, openDatabase, readSettings, SettingsError } = await import(
    '@switchboard/server'
  );
  const settings = readSettings(env, cwd);
  const database = openDatabase({
    url: findRunningDatabase(settings),
    connections: 1,
    applicationName: 'switchboard keys',
  });
  const onUnavailable = async ({ message }: Error): Promise<never> => {
    throw new SettingsError(message);
  };
  try {
    const loading = { database, settings, onUnavailable };
    return await work(loading, await loadMasterKey(loading));
  } finally {
    await database.close();
  }
}

/** Makes a new key that signs tokens, for the installation of the settings. */
export async function rotateSigningCommand(parts: CommandParts): Promise<number> {
  const { rotateSigningKeys } = await import('@switchboard/server');
  const { out, err } = parts.terminal;
  const isMade = await withInstallation(parts, ({ database }, masterKey) =>
    rotateSigningKeys(database, masterKey, { now: Date.now(), olderThan: null }),
  );
  if (!isMade) {
    err.write('The installation has no signing key yet. Start Switchboard, which makes one.\n');
    return EXIT.failed;
  }
  out.write(
    'A new key is published. It signs in five minutes; the former one is published until its tokens have ended.\n',
  );
  return EXIT.ok;
}

/** Seals everything that the installation of the settings stores with the first master key, and prints how far it is. */
export async function rotateKeysCommand(parts: CommandParts): Promise<number> {
  const { rewrapMasterKeys, rotateMasterKey, SEALED_COLUMNS } = await import('@switchboard/server');
  const { out, err } = parts.terminal;
  const { done, total, unopened } = await withInstallation(parts, async (loading, masterKey) => {
    for (const reference of await rewrapMasterKeys(loading))
      out.write(`${reference} wraps its master key with the newest version of its key\n`);
    return rotateMasterKey(loading.database, SEALED_COLUMNS, masterKey, (progress) =>
      out.write(`${progress.done} of ${progress.total} sealed with the current master key\n`),
    );
  });
  if (done === total) {
    out.write(`All ${total} are. Remove the other keys from MASTER_KEY, and restart every program.\n`);
    return EXIT.ok;
  }
  for (const { table, row, masterKeyId } of unopened.slice(0, MAX_SHOWN))
    err.write(`${table} ${row} cannot be opened: it was sealed with master key ${masterKeyId ?? 'unknown'}.\n`);
  err.write(
    unopened.length > 0
      ? `${unopened.length} rows cannot be opened. Add their master key to MASTER_KEY, and run the command again.\n`
      : 'Programs still seal with another master key. Restart all with the new key first, and run the command again.\n',
  );
  return EXIT.failed;
}
