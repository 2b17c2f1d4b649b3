import type { Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';
import type { PushOptions } from '../repository/repository-commands.ts';
import { ofService } from './of-service.ts';

/** `switchboard push [draft]`: saves the files of a folder into a draft, and publishes it if wanted. */
export function registerPush(program: Command, parts: CommandParts): void {
  ofService(
    declareCommand(program, 'push', {
      description: 'Upload the scripts of a folder into a draft, and optionally publish it.',
      examples: ['push', 'push --new "Clicks per site"', 'push --new "Release 12" --publish --folder scripts'],
      exitCodes: { 0: 'pushed', 1: 'refused: changed by others, errors in the script, or a conflict', 2: 'wrong call' },
    }),
  )
    .option(
      '--new <description>',
      'create a draft with this description, branched from the published version or the draft',
    )
    .option('--publish', 'publish the draft after the upload', false)
    .action((id: string | undefined, options: PushOptions) =>
      runAndExit(parts, async () =>
        (await import('../repository/repository-commands.ts')).pushCommand(id, options, parts),
      ),
    );
}
