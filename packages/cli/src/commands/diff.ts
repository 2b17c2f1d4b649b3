import type { Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';
import type { FolderOptions } from '../repository/repository-commands.ts';
import { ofService } from './of-service.ts';

/** `switchboard diff [draft]`: prints what a push of a folder would change. */
export function registerDiff(program: Command, parts: CommandParts): void {
  ofService(
    declareCommand(program, 'diff', {
      description: 'Compare the scripts of a folder with a draft, or with the published version.',
      examples: ['diff', 'diff --folder scripts | less'],
      exitCodes: { 0: 'no difference', 1: 'differences', 2: 'wrong call' },
    }),
  ).action((id: string | undefined, options: FolderOptions) =>
    runAndExit(parts, async () =>
      (await import('../repository/repository-commands.ts')).diffCommand(id, options, parts),
    ),
  );
}
