import type { Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';

/** `switchboard lsp`: the language server for editors, over standard input and output. Exit code 0 after shutdown and exit. */
export function registerLsp(program: Command, parts: CommandParts): void {
  declareCommand(program, 'lsp', {
    description: 'Start the language server for editors, on standard input and output.',
    examples: ['lsp', 'lsp --catalog catalog.json'],
  })
    .option('--stdio', 'accepted for compatibility; standard input and output are always used', true)
    .option('--clientProcessId <id>', 'end when the process with this id has ended')
    .option(
      '--catalog <file>',
      'JSON file of the connectors and keys that there are; else those of this program, and any key',
    )
    .action((options: { catalog?: string }) =>
      runAndExit(parts, async () => (await import('../lsp/lsp-command.ts')).lspCommand(options, parts)),
    );
}
