import type { Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';
import { EXIT } from '../exit.ts';

/** `switchboard migrate`: brings the database up to this version without starting anything else. */
export function registerMigrate(program: Command, parts: CommandParts): void {
  declareCommand(program, 'migrate', {
    description: 'Migrate the database to this version, and start nothing else.',
    examples: ['migrate'],
  }).action(() => runAndExit(parts, () => migrateCommand(parts)));
}

async function migrateCommand(parts: CommandParts): Promise<number> {
  const { findDatabase, migrate, readSettings } = await import('@switchboard/server');
  const { out, err } = parts.terminal;
  const say = (line: string): void => void err.write(`${line}\n`);
  const settings = readSettings(parts.env, parts.cwd);
  const database = await findDatabase(settings, say);
  try {
    const done = await migrate({ url: database.url, log: say });
    out.write(done.length === 0 ? 'The database is up to date.\n' : `Migrations run: ${done.join(', ')}\n`);
    return EXIT.ok;
  } finally {
    await database.stop();
  }
}
