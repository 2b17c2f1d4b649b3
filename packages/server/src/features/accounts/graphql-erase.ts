import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { defineAdministeredList } from '../../graphql/administered-list.ts';
import { administration } from '../../graphql/administration.ts';
import { required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, dateTime, from, id, nullable, string } from '../../graphql/columns.ts';
import { type GraphqlContext, inAdministration } from '../../graphql/context.ts';
import { type AdminLoaderDefinition, byId, reload } from '../../graphql/loaders.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { beginErasure, type ErasureOutcome, reactivateAccount } from './erase-account.ts';
import { accountRef } from './graphql.ts';
import { type AccountRow, accountsById } from './queries.ts';

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly erasure: {
      /** Days after which a deactivated account is erased; null: only when an administrator says so. */
      readonly afterDays: number | null;
    };
  }
}

export type AccountErasureOptions = { readonly eraseAccountsAfterDays?: number | null };

const SCOPES = { admin: 'manage-accounts' } as const;
const DAY_MS = 86_400_000;

type DeactivatedRow = {
  readonly id: string;
  readonly url_name: string;
  readonly name: string;
  readonly deactivated_on: Date | null;
  readonly erasure_started: boolean;
};

const deactivatedRef = builder.objectRef<DeactivatedRow>('DeactivatedAccount');

async function deactivatedById(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, DeactivatedRow>> {
  const { rows } = await sql<DeactivatedRow>`
    select id, url_name, name, deactivated_on, erasure_started is not null as erasure_started from account
    where id = any(${[...ids]}::uuid[]) and status = 'deactivated' and erased is null`.execute(tx);
  return byId(rows);
}

const ACCOUNT: AdminLoaderDefinition<AccountRow> = { field: 'reactivateAccount', batchAll: accountsById };
const DEACTIVATED: AdminLoaderDefinition<DeactivatedRow> = { field: 'eraseAccount', batchAll: deactivatedById };

const refused = (outcome: Exclude<ErasureOutcome, { kind: 'saved' }>) =>
  outcome.kind === 'missing' ? new NotFound(outcome.message) : new Conflict(outcome.message);

async function change<Row>(
  context: GraphqlContext,
  field: string,
  urlName: string,
  loader: AdminLoaderDefinition<Row>,
  act: (tx: Tx) => Promise<ErasureOutcome>,
) {
  const outcome = await inAdministration(context, { field, details: { urlName: urlName.slice(0, 63) } }, act);
  if (outcome.kind !== 'saved') return refused(outcome);
  return (await reload(context, loader, outcome.id)) ?? new NotFound(`There is no account ${urlName.slice(0, 63)}.`);
}

/** Defines the list of deactivated accounts, and how they are activated again or erased. */
export function defineAccountErasure(): void {
  defineObject(deactivatedRef, {
    description: 'An account that no user can enter, and whose data is kept until it is erased.',
    authScopes: SCOPES,
    isTypeOf: hasProperty('erasure_started'),
    columns: {
      id: id('Opaque identifier.'),
      urlName: from('url_name', string('Name in URLs.')),
      name: string('Display name.'),
      deactivatedOn: from('deactivated_on', nullable(dateTime('When it was deactivated.'))),
      isBeingErased: from('erasure_started', boolean('Whether its erasure has begun, which cannot be taken back.')),
    },
    fields: (t) => ({
      erasesOn: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'From when on it is erased by itself; null when only an administrator erases accounts.',
        resolve: ({ deactivated_on: since }, _args, { erasure }) =>
          erasure.afterDays === null || since === null ? null : new Date(since.getTime() + erasure.afterDays * DAY_MS),
      }),
    }),
  });
  defineAdministeredList('deactivatedAccount', deactivatedRef, SCOPES, deactivatedById);
  defineMutation('reactivateAccount', {
    ...administration('manage-accounts'),
    description: 'Activates a deactivated account again. Refused once its erasure has begun.',
    result: changeResult('ReactivateAccountResult', 'account', [accountRef, conflictRef, notFoundRef]),
    args: required({ urlName: string('Url name of the account.') }),
    resolve: ({ urlName }, context) =>
      change(context, 'reactivateAccount', urlName, ACCOUNT, (tx) => reactivateAccount(tx, context.session, urlName)),
  });
  defineMutation('eraseAccount', {
    ...administration('manage-accounts'),
    description:
      'Begins the erasure of a deactivated account: its rows, stored files, secrets and audit log are deleted. Cannot be undone.',
    result: changeResult('EraseAccountResult', 'account', [deactivatedRef, conflictRef, notFoundRef]),
    args: required({
      urlName: string('Url name of the account.'),
      confirmation: string('The url name again, as the administrator typed it.'),
    }),
    resolve: ({ urlName, confirmation }, context) =>
      change(context, 'eraseAccount', urlName, DEACTIVATED, (tx) =>
        beginErasure(tx, context.session, { urlName, confirmation }),
      ),
  });
}
