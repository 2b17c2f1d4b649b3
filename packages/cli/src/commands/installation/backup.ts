import type { Command } from 'commander';
import type { BackupOptions } from '../../backup/backup-command.ts';
import { type CommandParts, declareCommand, runAndExit } from '../../command-line/command-parts.ts';

/** `switchboard backup <folder>` backs up the database and the store of an installation that may be running. */
export function registerBackup(program: Command, parts: CommandParts): void {
  declareCommand(program, 'backup', {
    description:
      'Back up the installation into a new folder: all rows as one moment has them, and the objects that they name. It may be running. ' +
      'The master key is not part of it.',
    examples: ['backup /backups/2026-11-30', 'backup /backups/2026-11-30 --without-objects'],
    exitCodes: { 0: 'the backup is whole', 1: 'objects are missing in the store, or it could not be made' },
  })
    .argument('<folder>', 'a new or empty folder')
    .option('--without-objects', 'only list the objects, for a store that is backed up by other means')
    .action((folder: string, options: BackupOptions) =>
      runAndExit(parts, async () =>
        (await import('../../backup/backup-command.ts')).backupCommand(folder, options, parts),
      ),
    );
}

/** `switchboard restore <folder>` restores a backup into an empty database and an empty store. */
export function registerRestore(program: Command, parts: CommandParts): void {
  declareCommand(program, 'restore', {
    description:
      'Restore a backup into an empty database and an empty store: a new DATA_DIR, or the ones that DATABASE_URL and STORAGE_URL name. ' +
      'Stop all programs of the former installation first. Interrupted, run it again.',
    examples: ['restore /backups/2026-11-30'],
    exitCodes: { 0: 'everything is restored', 1: 'objects are missing, or it was refused' },
  })
    .argument('<folder>', 'the folder of the backup')
    .action((folder: string) =>
      runAndExit(parts, async () => (await import('../../backup/backup-command.ts')).restoreCommand(folder, parts)),
    );
}
