import type { CommandParts } from '../command-line/command-parts.ts';
import { UsageError } from '../exit.ts';
import type { PersonAction } from './actions.ts';
import type { AsPerson } from './as-person.ts';
import { needed, printRows, runAct } from './run-act.ts';

export type PersonOptions = AsPerson & {
  readonly name?: string;
  readonly account?: string;
  readonly role: readonly string[];
  readonly confirm?: string;
  readonly json?: true;
};

/** Administers people of the installation of the settings. */
export async function personCommand(
  action: PersonAction,
  given: string | null,
  options: PersonOptions,
  parts: CommandParts,
): Promise<number> {
  const { out } = parts.terminal;
  const server = await import('@switchboard/server');
  return runAct(parts, 'person', async (database, settings) => {
    const by = { database, as: options.as ?? null };
    const email = (): string => needed(given, 'The address of the person');
    switch (action) {
      case 'list':
        return printRows(parts, server.listPeople(by, options.account ?? null), options.json === true, (row) => [
          row.email,
          row.name,
          row.status,
          [...row.global_roles.map((role) => `everywhere: ${role}`), ...row.accounts].join('; '),
        ]);
      case 'invite': {
        const account = needed(options.account, '--account');
        const name = needed(options.name, '--name');
        await server.invitePerson(by, { email: email(), name, account, roles: options.role });
        return void out.write(`The invitation to ${account} is mailed to ${given}.\n`);
      }
      case 'export':
        return void out.write(`${JSON.stringify(await server.exportPerson(by, email()), null, 2)}\n`);
      case 'erase':
        if (settings.auth0 !== null)
          throw new UsageError('Users of Auth0 are deleted there, too: erase the person in the console.');
        await server.erasePersonAs(by, { email: email(), confirmation: needed(options.confirm, '--confirm') });
        return void out.write('The person is erased.\n');
    }
  });
}
