import type { Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../../command-line/command-parts.ts';
import type { PruneOptions } from '../../prune/prune-command.ts';

/** `switchboard prune [--dry-run]` removes data that is older than it is kept, and objects of the store that no run names. */
export function registerPrune(program: Command, parts: CommandParts): void {
  declareCommand(program, 'prune', {
    description:
      'Remove files and events of ended runs that are older than they are kept, and objects of the store that no run names. ' +
      'The scheduler does the same once a day.',
    examples: ['prune --dry-run', 'prune --dry-run --list --account acme', 'prune --json'],
  })
    .option('--dry-run', 'only count them')
    .option('--account <name>', 'the account with this name in addresses; all without it')
    .option('--list', 'print each object that no run names')
    .option('--json', 'print one JSON object a line instead of text')
    .action((options: PruneOptions) =>
      runAndExit(parts, async () => (await import('../../prune/prune-command.ts')).pruneCommand(options, parts)),
    );
}
