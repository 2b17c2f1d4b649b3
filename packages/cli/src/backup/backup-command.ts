import { resolve } from 'node:path';
import { formatBytes, fullNumber } from '@switchboard/model/format';
import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT, UsageError } from '../exit.ts';
import { printable } from '../terminal/terminal.ts';

export type BackupOptions = { readonly withoutObjects?: true };

const MAX_SHOWN = 20;

/** Backs up the installation of the settings. */
export async function backupCommand(folder: string, options: BackupOptions, parts: CommandParts): Promise<number> {
  const { out, err } = parts.terminal;
  const { backUp, findRunningDatabase, openStore, readSettings } = await import('@switchboard/server');
  const settings = readSettings(parts.env, parts.cwd, false);
  const { manifest, missing } = await backUp({
    url: findRunningDatabase(settings),
    store: openStore(settings.storage),
    folder: resolve(parts.cwd, folder),
    withObjects: options.withoutObjects !== true,
    now: Date.now,
    onProgress: (line) => err.write(`${line}\n`),
  });
  const { count, bytes, copied } = manifest.objects;
  const rows = manifest.tables.reduce((total, table) => total + table.rows, 0);
  out.write(
    `${fullNumber(rows)} rows and ${fullNumber(count)} objects (${formatBytes(bytes)}${copied ? '' : ', listed only'}) are backed up.\n`,
  );
  out.write(`Keep these apart:\n${manifest.notIncluded.map((part) => `- ${part}\n`).join('')}`);
  return reportMissing(missing, parts);
}

/** Restores a backup into the empty installation of the settings. */
export async function restoreCommand(folder: string, parts: CommandParts): Promise<number> {
  const { out, err } = parts.terminal;
  const { findDatabase, openStore, readSettings, restoreBackup } = await import('@switchboard/server');
  const say = (line: string): void => void err.write(`${line}\n`);
  const settings = readSettings(parts.env, parts.cwd, false);
  const { ownerUrl, stop } = await findDatabase(settings, say);
  try {
    if (ownerUrl === null)
      throw new UsageError('DATABASE_OWNER_URL is missing: a restore makes the tables as their owner.');
    const { manifest, epoch, missing } = await restoreBackup({
      url: ownerUrl,
      store: openStore(settings.storage),
      folder: resolve(parts.cwd, folder),
      onProgress: say,
    });
    out.write(
      `The backup of ${manifest.created} is restored. Fence epoch ${epoch} has begun: nothing that was delivered is delivered again.\n`,
    );
    out.write(`Start Switchboard with:\n${manifest.notIncluded.map((part) => `- ${part}\n`).join('')}`);
    return reportMissing(missing, parts);
  } finally {
    await stop();
  }
}

function reportMissing(missing: readonly string[], { terminal: { err, errColours } }: CommandParts): number {
  if (missing.length === 0) return EXIT.ok;
  const more = missing.length > MAX_SHOWN ? `  … and ${fullNumber(missing.length - MAX_SHOWN)} more\n` : '';
  const shown = missing.slice(0, MAX_SHOWN).map((key) => `  ${printable(key)}\n`);
  err.write(`${errColours.red('error')} These objects are missing or damaged:\n${shown.join('')}${more}`);
  return EXIT.failed;
}
