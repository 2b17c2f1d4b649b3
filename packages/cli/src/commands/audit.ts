import { Argument, type Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../command-line/command-parts.ts';

/** `switchboard audit verify`: proves that the audit log of an installation was not changed. */
export function registerAudit(program: Command, parts: CommandParts): void {
  declareCommand(program, 'audit', {
    description:
      'Verify the hash chains of the audit log. Prints the id, length, newest hash and url name of each chain. ' +
      'Keep the output elsewhere: with --heads, a later verification proves that no newer entry was removed.',
    examples: ['audit verify', 'audit verify > heads.txt', 'audit verify --heads heads.txt'],
  })
    .addArgument(new Argument('<action>', 'what to do').choices(['verify']))
    .option('--heads <file>', 'the output of an earlier verification, which the log must still contain')
    .action((_action: string, { heads }: { readonly heads?: string }) =>
      runAndExit(parts, async () =>
        (await import('../audit/verify-command.ts')).verifyCommand({ heads: heads ?? null }, parts),
      ),
    );
}
