import type { Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';
import { EXIT } from '../exit.ts';

/** `switchboard migrate`: brings the database up to this version without starting anything else. */
export function registerMigrate(program: Command, parts: CommandParts): void {
  declareCommand(program, 'migrate', {
    description: 'Migrate the database to this version and give its logins their roles, and start nothing else.',
    examples: ['migrate', 'migrate --owner ada@acme.example'],
  })
    .option('--owner <email>', 'make the owner of an empty installation, and print the one-time password')
    .action((options: { readonly owner?: string }) => runAndExit(parts, () => migrateCommand(options.owner, parts)));
}

async function migrateCommand(ownerEmail: string | undefined, parts: CommandParts): Promise<number> {
  const { createFirstOwner, findDatabase, openDatabase, prepareDatabase, readSettings } = await import(
    '@switchboard/server'
  );
  const { out, err } = parts.terminal;
  const say = (line: string): void => void err.write(`${line}\n`);
  const env = ownerEmail === undefined ? parts.env : { ...parts.env, OWNER_EMAIL: ownerEmail };
  const settings = readSettings(env, parts.cwd, false);
  const { ownerUrl, stop } = await findDatabase(settings, say);
  try {
    const done = await prepareDatabase(settings, ownerUrl, say);
    out.write(done.length === 0 ? 'The database is up to date.\n' : `Migrations run: ${done.join(', ')}\n`);
    if (ownerEmail === undefined || ownerUrl === null) return EXIT.ok;
    const database = openDatabase({ url: ownerUrl });
    try {
      const owner = await createFirstOwner(database, settings.ownerEmail, settings.oidc.issuer === null);
      if (owner === null) out.write('The installation has people already. No owner was made.\n');
      else if (owner.password === null) out.write(`The owner is ${owner.email}.\n`);
      else out.write(`The owner is ${owner.email}, with the one-time password ${owner.password} (shown only now).\n`);
    } finally {
      await database.close();
    }
    return EXIT.ok;
  } finally {
    await stop();
  }
}
