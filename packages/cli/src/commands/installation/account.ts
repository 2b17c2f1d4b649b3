import { Argument, type Command } from 'commander';
import type { AccountOptions } from '../../administration/account-command.ts';
import { ACCOUNT_ACTIONS, type AccountAction } from '../../administration/actions.ts';
import { asPerson } from '../../administration/as-person.ts';
import { type CommandParts, collect, declareCommand, runAndExit } from '../../command-line/command-parts.ts';

/** `switchboard account <action>` administers accounts from the server's command line. */
export function registerAccount(program: Command, parts: CommandParts): void {
  asPerson(
    declareCommand(program, 'account', {
      description:
        'Administer accounts. list: all; add: a new one; deactivate: its users cannot enter it and nothing runs; export: its definitions as JSON ' +
        'lines; erase: begins the erasure of a deactivated one, which cannot be undone; retention: how long it keeps data of ended runs; ' +
        'limits: its turns in the queue and how many of its units run at once.',
      examples: [
        'account list',
        'account add acme --name "Acme Ltd"',
        'account export acme > acme.jsonl',
        'account deactivate acme',
        'account erase acme --confirm acme',
        'account retention acme --keep raw_files=90 --keep events=installation',
        'account limits acme --weight 3 --running 16 --key-running default',
      ],
    }),
  )
    .addArgument(new Argument('<action>', 'what to do').choices([...ACCOUNT_ACTIONS]))
    .argument('[account]', 'its name in addresses')
    .option('--name <text>', 'the name of a new account')
    .option('--confirm <account>', 'its name in addresses again, to erase it')
    .option(
      '--keep <kind=days>',
      'days for raw_files, tables, results, samples, events, units or archive; "ever", or "installation" for its setting',
      collect,
      [],
    )
    .option('--weight <number>', 'turns in the queue while other accounts wait, 1 to 100')
    .option('--running <number>', 'units that run at once, 1 to 1000, or "default" for that of the installation')
    .option('--key-running <number>', 'the same of units that use one key')
    .option('--json', 'print one JSON object a line')
    .action((action: AccountAction, account: string | undefined, options: AccountOptions) =>
      runAndExit(parts, async () =>
        (await import('../../administration/account-command.ts')).accountCommand(
          action,
          account ?? null,
          options,
          parts,
        ),
      ),
    );
}
