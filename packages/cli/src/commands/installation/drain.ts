import type { Command } from 'commander';
import { asPerson } from '../../administration/as-person.ts';
import { type CommandParts, declareCommand, runAndExit } from '../../command-line/command-parts.ts';
import type { DrainOptions } from '../../drain/drain-command.ts';

/** `switchboard drain` and `switchboard undrain` close hosts, pools and accounts to new work, and open them again. */
export function registerDrain(program: Command, parts: CommandParts): void {
  withTarget(
    declareCommand(program, 'drain', {
      description:
        'Let the workers of a host or a pool, or all workers for an account, take no new work. What runs is finished, ' +
        'and nothing is lost: queued work waits or runs elsewhere. Without a name, list what is drained.',
      examples: ['drain', 'drain worker-2 --wait', 'drain --pool blue', 'drain --account acme'],
    }),
  )
    .option('--wait', 'until nothing of it runs any more')
    .action((host: string | undefined, options: DrainOptions) =>
      runAndExit(parts, async () =>
        (await import('../../drain/drain-command.ts')).drainCommand(host ?? null, options, parts),
      ),
    );
  withTarget(
    declareCommand(program, 'undrain', {
      description: 'Let what was drained take work again.',
      examples: ['undrain worker-2', 'undrain --pool blue', 'undrain --account acme'],
    }),
  ).action((host: string | undefined, options: DrainOptions) =>
    runAndExit(parts, async () =>
      (await import('../../drain/drain-command.ts')).undrainCommand(host ?? null, options, parts),
    ),
  );
}

const withTarget = (command: Command): Command =>
  asPerson(command)
    .argument('[host]', 'a host, as doctor names it')
    .option('--pool <label>', 'the workers with this WORKER_POOL')
    .option('--account <name>', 'the account with this name in addresses');
