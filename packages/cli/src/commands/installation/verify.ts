import type { Command } from 'commander';
import { type CommandParts, declareCommand, runAndExit } from '../../command-line/command-parts.ts';
import type { VerifyOptions } from '../../verify/verify-command.ts';

/** `switchboard verify [--content]` compares the ledger with the store, or with destinations. Exit code 0: all is there, 1: something differs, 2: it could not compare. */
export function registerVerify(program: Command, parts: CommandParts): void {
  declareCommand(program, 'verify', {
    description:
      'Compare the ledger with the store: that each object exists with its length, and with --content its SHA-256. With --destinations, compare the newest delivery of each report date with the record that its file, table or database keeps. Changes nothing.',
    examples: [
      'verify',
      'verify --content --account acme',
      'verify --destinations --content',
      'verify --json --from acme:upload:',
    ],
    exitCodes: { 0: 'all are as the ledger says', 1: 'some differ', 2: 'it could not compare them' },
  })
    .option('--destinations', 'compare with destinations instead of the store')
    .option('--content', 'read every object, and compare its SHA-256; at destinations count rows and bytes')
    .option('--account <name>', 'the account with this name in addresses; all without it')
    .option('--from <cursor>', 'go on where an earlier verification ended')
    .option('--json', 'print one JSON object a line instead of text')
    .action((options: VerifyOptions) =>
      runAndExit(parts, async () => (await import('../../verify/verify-command.ts')).verifyCommand(options, parts)),
    );
}
