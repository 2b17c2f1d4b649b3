import { Argument, type Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';

/** `switchboard keys rotate`: seals what an installation stores with its new master key, while it runs. */
export function registerKeys(program: Command, parts: CommandParts): void {
  declareCommand(program, 'keys', {
    description:
      'Rotate the master key while the installation runs: seals every data key and every other secret again with the first ' +
      'key of MASTER_KEY. An interrupted rotation continues when the command runs again.',
    examples: ['keys rotate'],
  })
    .addArgument(new Argument('<action>', 'what to do').choices(['rotate']))
    .action((_action: string) =>
      runAndExit(parts, async () => (await import('../keys/keys-command.ts')).rotateKeysCommand(parts)),
    );
}
