import { Argument, type Command } from 'commander';
import { PERSON_ACTIONS, type PersonAction } from '../../administration/actions.ts';
import { asPerson } from '../../administration/as-person.ts';
import type { PersonOptions } from '../../administration/person-command.ts';
import { type CommandParts, collect, declareCommand, runAndExit } from '../../command-line/command-parts.ts';

/** `switchboard person <action>` administers people from the server's command line. */
export function registerPerson(program: Command, parts: CommandParts): void {
  asPerson(
    declareCommand(program, 'person', {
      description:
        'Administer people. list: all, or those of an account; invite: by mail, to an account; export: what is kept of a person, as JSON; ' +
        'erase: cannot be undone.',
      examples: [
        'person list --account acme',
        'person invite ada@acme.example --name "Ada" --account acme --role developer',
        'person export ada@acme.example > ada.json',
        'person erase ada@acme.example --confirm ada@acme.example',
      ],
    }),
  )
    .addArgument(new Argument('<action>', 'what to do').choices([...PERSON_ACTIONS]))
    .argument('[email]', 'the address of the person')
    .option('--name <text>', 'the name of the person who is invited')
    .option('--account <name>', 'the account, by its name in addresses')
    .option('--role <name>', 'a role in the account; may be given again', collect, [])
    .option('--confirm <email>', 'the address again, to erase the person')
    .option('--json', 'print one JSON object a line')
    .action((action: PersonAction, email: string | undefined, options: PersonOptions) =>
      runAndExit(parts, async () =>
        (await import('../../administration/person-command.ts')).personCommand(action, email ?? null, options, parts),
      ),
    );
}
