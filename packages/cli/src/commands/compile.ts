import type { Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';
import type { CompileOptions } from '../compile/compile-command.ts';

/** `switchboard compile [paths…]`: says what is wrong with scripts. Exit code 0 without errors, 1 with, 2 for a wrong call. */
export function registerCompile(program: Command, parts: CommandParts): void {
  declareCommand(program, 'compile', {
    description: 'Check scripts and print each mistake with its place.',
    examples: ['compile', 'compile ads/daily.sbs sites', 'compile --json --catalog catalog.json > compiled.json'],
  })
    .argument('[paths...]', 'script files, or folders of them', ['.'])
    .option('--json', 'print messages, declarations and plan as JSON, and nothing else', false)
    .option(
      '--catalog <file>',
      'JSON file of the connectors and keys that there are; else those of this program, and any key',
    )
    .action((paths: string[], options: CompileOptions) =>
      runAndExit(parts, async () =>
        (await import('../compile/compile-command.ts')).compileCommand(paths, options, parts),
      ),
    );
}
