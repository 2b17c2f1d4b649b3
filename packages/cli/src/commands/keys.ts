import { Argument, type Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';

/** `switchboard keys`: rotates the master key and the key that signs tokens, while the installation runs. */
export function registerKeys(program: Command, parts: CommandParts): void {
  declareCommand(program, 'keys', {
    description:
      'Rotate keys while the installation runs. rotate: the master key; seals every data key and every other secret again with the first ' +
      'key of MASTER_KEY. An interrupted rotation continues when the command runs again. ' +
      'rotate-signing: the key that signs tokens; people stay signed in.',
    examples: ['keys rotate', 'keys rotate-signing'],
  })
    .addArgument(new Argument('<action>', 'what to do').choices(['rotate', 'rotate-signing']))
    .action((action: string) =>
      runAndExit(parts, async () => {
        const { rotateKeysCommand, rotateSigningCommand } = await import('../keys/keys-command.ts');
        return action === 'rotate' ? rotateKeysCommand(parts) : rotateSigningCommand(parts);
      }),
    );
}
