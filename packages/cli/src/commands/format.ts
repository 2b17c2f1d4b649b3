import type { Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';
import type { FormatOptions } from '../format/format-command.ts';

/**
 * `switchboard format [paths…]`: rewrites scripts in the one layout. Exit code 0; 1 with syntax errors, or with `--check`
 * when a file is not formatted; 2 for a wrong call.
 */
export function registerFormat(program: Command, parts: CommandParts): void {
  declareCommand(program, 'format', {
    description: 'Format scripts without changing their meaning. Scripts with syntax errors stay as they are.',
    examples: ['format', 'format --check ads', 'format --stdin < daily.sbs'],
  })
    .argument('[paths...]', 'script files, or folders of them (default: this folder)')
    .option('--check', 'change nothing; list the files that would change, and exit with 1 if there are any', false)
    .option('--stdin', 'format standard input and print the result', false)
    .action((paths: string[], options: FormatOptions) =>
      runAndExit(parts, async () => (await import('../format/format-command.ts')).formatCommand(paths, options, parts)),
    );
}
