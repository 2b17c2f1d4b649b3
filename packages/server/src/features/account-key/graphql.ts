import { required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, dateTime, id, int, nullable, string } from '../../graphql/columns.ts';
import { type GraphqlContext, holds, inAccount } from '../../graphql/context.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { RequestError } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { type AccountKeyState, readAccountKeyState } from '../../identity/account-keys/store-account-key.ts';

const MANAGE = { permission: 'manage-keys' } as const;
const accountKeyRef = builder.objectRef<AccountKeyState>('AccountKey');

function defineTypes(): void {
  defineObject(accountKeyRef, {
    description: 'Key that the account brings itself. Its service wraps what seals the secrets of the account.',
    authScopes: MANAGE,
    isTypeOf: (value) => value instanceof Object && 'sealed_secrets' in value,
    columns: {
      id: id('Opaque identifier.'),
      reference: string('The key at its service, such as aws-kms:arn:….'),
      created: dateTime('When it was set.'),
      is_current: boolean('Whether secrets are sealed with it; false while they still leave it.'),
      sealed_secrets: int(
        'Secrets of keys, integrations, streams of the audit log and single sign-on that it seals, at the last round of sealing again.',
      ),
      secrets: int('Secrets of the account, at that round.'),
      problem: nullable(string('The problem that kept secrets from being sealed again in the last round.')),
    },
  });
}

/** The key decides over every secret of the account: it takes a person, no program, who also manages its settings. */
function requireAdministrator(context: GraphqlContext): void {
  if (context.session.serviceTokenId !== null || !holds(context, 'manage-account-settings'))
    throw new RequestError('NOT_ALLOWED');
}

const read = (context: GraphqlContext): Promise<AccountKeyState | null> => inAccount(context, readAccountKeyState);

/** The key that an account brings itself. */
export function defineAccountKey(): void {
  defineTypes();
  builder.queryField('account_key', (t) =>
    t.field({
      type: accountKeyRef,
      nullable: true,
      authScopes: MANAGE,
      description: 'The own key of the account, else one that secrets still leave; null for neither.',
      resolve: (_root, _args, context) => read(context),
    }),
  );
  defineMutation('save_account_key', {
    authScopes: MANAGE,
    description:
      'Seals the secrets of the account with a key of its own, after its service has wrapped and opened one as a proof. Needs the permission manage-account-settings, too.',
    result: changeResult('SaveAccountKeyResult', 'key', [accountKeyRef, conflictRef]),
    isNullable: true,
    args: {
      ...required({
        reference: string('The key at its service: aws-kms:arn:…, gcp-kms:projects/…, azure-kv:https://… or vault:….'),
      }),
      ...builder.args((t) => ({
        credentials: t.field({
          type: 'JSON',
          required: true,
          description:
            'Opens the service: access_key_id and secret_access_key; service_account_json; tenant_id, client_id and client_secret; or address and token.',
        }),
      })),
    },
    resolve: async ({ reference, credentials }, context) => {
      requireAdministrator(context);
      const problem = await context.accountKey.set(context.session, reference, credentials);
      return problem === null ? read(context) : new Conflict(problem);
    },
  });
  defineMutation('remove_account_key', {
    authScopes: MANAGE,
    description:
      'Seals the secrets of the account by the installation alone again. Needs the permission manage-account-settings, too.',
    result: changeResult('RemoveAccountKeyResult', 'key', [accountKeyRef, notFoundRef]),
    isNullable: true,
    args: {},
    resolve: async (_args, context) => {
      requireAdministrator(context);
      const problem = await context.accountKey.remove(context.session);
      return problem === null ? read(context) : new NotFound(problem);
    },
  });
}
