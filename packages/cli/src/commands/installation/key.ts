import { Argument, type Command } from 'commander';
import { KEY_ACTIONS, type KeyAction } from '../../administration/actions.ts';
import { asPerson } from '../../administration/as-person.ts';
import type { KeyOptions } from '../../administration/key-command.ts';
import { type CommandParts, declareCommand, runAndExit } from '../../command-line/command-parts.ts';

/** `switchboard key <action>` administers the keys of an account from the server's command line. */
export function registerKey(program: Command, parts: CommandParts): void {
  asPerson(
    declareCommand(program, 'key', {
      description:
        'Administer the keys of an account. list: without secrets; add: tries it and stores it; check: tries a stored one. The properties ' +
        'of a new key are one JSON object on standard input, or in a file: never arguments, which other users of the machine can read.',
      examples: [
        'key list acme',
        'key add acme warehouse --type sql < warehouse.json',
        'key add acme warehouse --type sql --from warehouse.json',
        'key check acme warehouse',
      ],
    }),
  )
    .addArgument(new Argument('<action>', 'what to do').choices([...KEY_ACTIONS]))
    .argument('<account>', 'the account, by its name in addresses')
    .argument('[name]', 'the name of the key')
    .option('--type <type>', 'the type of a new key (docs/reference/key-types.md)')
    .option('--description <text>', 'what a new key is for')
    .option('--from <file>', 'the file with its properties; standard input without it')
    .option('--json', 'print one JSON object a line')
    .action((action: KeyAction, account: string, name: string | undefined, options: KeyOptions) =>
      runAndExit(parts, async () =>
        (await import('../../administration/key-command.ts')).keyCommand(
          action,
          { account, name: name ?? null },
          options,
          parts,
        ),
      ),
    );
}
