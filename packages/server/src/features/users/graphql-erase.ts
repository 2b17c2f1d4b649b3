import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { defineAdministeredList } from '../../graphql/administered-list.ts';
import { administration } from '../../graphql/administration.ts';
import { required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { id, string } from '../../graphql/columns.ts';
import { inAdministration } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { byId } from '../../graphql/loaders.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import type { Person } from '../../identity/session.ts';
import { deleteFromDirectory } from './directory-changes.ts';
import { eraseAddress } from './erase-address.ts';
import { eraseUser } from './erase-user.ts';
import { EndedUser, endedRef, presentRefusal, REFUSALS } from './graphql-save.ts';

const SCOPES = { admin: 'manage-accounts' } as const;

/** An address of which nothing is kept any more. */
class ErasedAddress {
  readonly email: string;

  constructor(email: string) {
    this.email = email;
  }
}
const erasedAddressRef = builder.objectRef<ErasedAddress>('ErasedAddress');

const deactivatedRef = builder.objectRef<Person>('DeactivatedUser');

async function deactivatedUsersById(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  const { rows } = await sql<Person>`
    select id, email, name from person
    where id = any(${[...ids]}::uuid[]) and status = 'deactivated' and erased is null`.execute(tx);
  return byId(rows);
}

function defineErasure(): void {
  defineMutation('eraseUser', {
    ...administration('manage-accounts'),
    description:
      'Erases a user: access, sign-in methods and settings end, and name and address are replaced wherever they stand but in the audit log. Cannot be undone.',
    result: changeResult('EraseUserResult', 'user', [endedRef, ...REFUSALS]),
    args: required({ userId: id('Id of the user, who may be deactivated already.') }),
    resolve: async ({ userId }, context) => {
      if (!UUID.test(userId)) return new NotFound('There is no such user, or they were erased already.');
      const use = { field: 'eraseUser', details: { userId } };
      const outcome = await eraseUser(
        {
          inTransaction: (run) => inAdministration(context, use, run),
          deleteElsewhere: (person) => deleteFromDirectory(context, person),
        },
        context.session,
        userId,
      );
      return outcome.kind === 'erased'
        ? new EndedUser(outcome)
        : presentRefusal(context, outcome, { act: 'eraseUser' });
    },
  });
}

function defineAddressErasure(): void {
  defineObject(erasedAddressRef, {
    description: 'An address of which nothing is kept any more besides the audit log.',
    authScopes: SCOPES,
    isTypeOf: (value) => value instanceof ErasedAddress,
    columns: { email: string('The address.') },
  });
  defineMutation('eraseAddress', {
    ...administration('manage-accounts'),
    description:
      'Erases an email address that no user has, such as that of somebody who was invited and has not answered: invitations, what directories sent, mails, and the address in lists of recipients. Cannot be undone.',
    result: changeResult('EraseAddressResult', 'address', [erasedAddressRef, conflictRef, notFoundRef]),
    args: required({ email: string('The address.') }),
    resolve: async ({ email }, context) => {
      // The record of administration does not keep the address.
      const outcome = await inAdministration(context, { field: 'eraseAddress', details: {} }, (tx) =>
        eraseAddress(tx, context.session, email),
      );
      if (outcome.kind === 'erased') return new ErasedAddress(email.trim());
      return outcome.kind === 'missing'
        ? new NotFound(outcome.message)
        : new Conflict('message' in outcome ? outcome.message : '');
    },
  });
}

/** Defines the erasure of users, and the list of those who are deactivated. */
export function defineUserErasure(): void {
  defineObject(deactivatedRef, {
    description: 'A user without access, whose name is kept.',
    authScopes: SCOPES,
    columns: { id: id('Opaque identifier.'), name: string('Display name.'), email: string('Email address.') },
  });
  defineAdministeredList('deactivatedPerson', deactivatedRef, SCOPES, deactivatedUsersById);
  defineErasure();
  defineAddressErasure();
}
