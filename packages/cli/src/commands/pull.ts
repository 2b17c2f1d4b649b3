import type { Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';
import type { PullOptions } from '../repository/repository-commands.ts';
import { ofService } from './of-service.ts';

/** `switchboard pull [draft]`: writes the files of a draft, or of the published version, into a folder. */
export function registerPull(program: Command, parts: CommandParts): void {
  ofService(
    declareCommand(program, 'pull', {
      description: 'Download the scripts of a draft, or of the published version, into a folder.',
      examples: ['pull', 'pull 0199f2a0-6f1e-7c3a-9d53-5a1c0a2b3c4d --folder scripts'],
      exitCodes: { 0: 'pulled', 1: 'refused, as files that were changed here would be lost', 2: 'wrong call' },
    }),
  )
    .option('--force', 'overwrite files that were changed locally', false)
    .action((id: string | undefined, options: PullOptions) =>
      runAndExit(parts, async () =>
        (await import('../repository/repository-commands.ts')).pullCommand(id, options, parts),
      ),
    );
}
