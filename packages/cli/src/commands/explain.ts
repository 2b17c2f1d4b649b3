import type { Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';

/** `switchboard explain [code]`: what a message of the compiler, or the failure of a run, means. Exit code 0, 2 for a code that there is not. */
export function registerExplain(program: Command, parts: CommandParts): void {
  declareCommand(program, 'explain', {
    description:
      'Explain a code of the compiler, with a script that causes it and one that does not, or the code of a failure.',
    examples: ['explain', 'explain SBS2004', 'explain 2004', 'explain SOURCE_UNREACHABLE'],
  })
    .argument('[code]', 'the code, such as SBS2004 (default: list all of the compiler)')
    .action((code: string | undefined) =>
      runAndExit(parts, async () => (await import('../explain/explain-command.ts')).explainCommand(code, parts)),
    );
}
