import { LIMITS } from '@switchboard/model/limits';
import { textProblem } from '@switchboard/model/presentation/text-problem';
import { readAccountPage } from '../../graphql/account-fields.ts';
import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, dateTime, id, int, nullable, reference, string } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { type GraphqlContext, holds, inAccount } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { readPage } from '../../graphql/paging.ts';
import { badRequest, RequestError } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { hashServiceToken, newServiceToken } from '../../identity/service-tokens/service-token.ts';
import { addToken, MAX_TOKENS, revokeToken, type ServiceTokenRow } from '../../identity/service-tokens/store-token.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import { listTokens } from './queries.ts';

const DEVELOP = { permission: 'develop-scripts' } as const;
const MAX_NAME = LIMITS.viewNameLength;
const MAX_DAYS = 366;
const NO_TOKEN = 'The token does not exist.';

/** A token that was just created: the only time that it is shown. */
class NewServiceToken {
  readonly token: string;
  readonly row: ServiceTokenRow;

  constructor(token: string, row: ServiceTokenRow) {
    this.token = token;
    this.row = row;
  }
}

const serviceTokenRef = builder.objectRef<ServiceTokenRow>('ServiceToken');
const newServiceTokenRef = builder.objectRef<NewServiceToken>('NewServiceToken');

function defineTypes(): void {
  defineObject(serviceTokenRef, {
    description:
      'Token with which a program signs its requests. It acts as the person who created it, in one account, and only on scripts or, for a directory, users.',
    authScopes: DEVELOP,
    isTypeOf: (value) => value instanceof Object && 'may_publish' in value,
    columns: {
      id: id('Opaque identifier.'),
      name: string('Name given by its creator.'),
      may_publish: boolean('Whether it may publish.'),
      may_fetch_new_downloads: boolean('Whether it may start tests that download new files from the sources.'),
      manages_users: boolean('Whether it is for a directory that manages users over SCIM, and for nothing else.'),
      created_by: reference(personRef, PERSON, 'The person as whom it acts.'),
      created: dateTime('When it was created.'),
      expires: dateTime('When it ends.'),
      last_used: nullable(dateTime('When it was last used, to the minute.')),
    },
  });
  builder.objectType(newServiceTokenRef, {
    description: 'A service token that was just created.',
    authScopes: DEVELOP,
    isTypeOf: (value) => value instanceof NewServiceToken,
    fields: (t) => ({
      token: t.exposeString('token', { description: 'The token. It is shown this once.' }),
      service_token: t.field({
        type: serviceTokenRef,
        description: 'The token, without its secret.',
        resolve: ({ row }) => row,
      }),
    }),
  });
}

/** Tokens are made by people: one that is stolen must not make another. */
function refusePrograms({ session }: GraphqlContext): void {
  if (session.serviceTokenId !== null) throw new RequestError('NOT_ALLOWED');
}

function defineMutations(): void {
  defineMutation('create_service_token', {
    authScopes: DEVELOP,
    description:
      'Creates a token for a program that reads and changes drafts, or for a directory that manages users. Needs the permission publish-scripts when it may publish, and manage-users for a directory.',
    result: changeResult('CreateServiceTokenResult', 'token', [newServiceTokenRef, conflictRef]),
    args: {
      ...required({ name: string(`1 to ${MAX_NAME} characters.`), days: int(`Days until it ends, 1 to ${MAX_DAYS}.`) }),
      ...optional({
        may_publish: boolean('Whether it may publish; false by default.'),
        may_fetch_new_downloads: boolean(
          'Whether it may start tests that download new files from the sources; false by default.',
        ),
        manages_users: boolean('Whether it is for a directory, which manages users over SCIM; false by default.'),
      }),
    },
    resolve: async ({ name, days, may_publish: published, manages_users: managed, ...args }, context) => {
      refusePrograms(context);
      const [mayPublish, managesUsers] = [published ?? false, managed ?? false];
      const mayFetchNewDownloads = args.may_fetch_new_downloads ?? false;
      if (mayPublish && !holds(context, 'publish-scripts')) throw new RequestError('NOT_ALLOWED');
      if (managesUsers && !holds(context, 'manage-users')) throw new RequestError('NOT_ALLOWED');
      if ((mayPublish || mayFetchNewDownloads) && managesUsers)
        throw badRequest('A token is for scripts or for users, not for both.');
      const trimmed = name.trim();
      if (trimmed === '') throw badRequest('A token needs a name.');
      const problem = textProblem('The name of a token', trimmed, MAX_NAME);
      if (problem !== null) throw badRequest(problem);
      if (days < 1 || days > MAX_DAYS) throw badRequest(`A token can last 1 to ${MAX_DAYS} days.`);
      const token = newServiceToken();
      const added = await inAccount(context, (tx, accountId) =>
        addToken(tx, accountId, {
          name: trimmed,
          hash: hashServiceToken(token),
          mayPublish,
          mayFetchNewDownloads,
          managesUsers,
          days,
          createdBy: context.session.person.id,
        }),
      );
      if (added === null) return new Conflict(`The account has ${MAX_TOKENS} tokens already. Revoke one first.`);
      return new NewServiceToken(token, added);
    },
  });
  defineMutation('revoke_service_token', {
    authScopes: DEVELOP,
    description: 'Ends a token at once. That of a directory also needs the permission manage-users.',
    result: changeResult('RevokeServiceTokenResult', 'token', [serviceTokenRef, notFoundRef]),
    args: required({ id: id('Id of the token.') }),
    resolve: async (args, context) => {
      refusePrograms(context);
      const by = context.session.person.id;
      const managesUsers = holds(context, 'manage-users');
      const revoked = UUID.test(args.id)
        ? await inAccount(context, (tx, accountId) => revokeToken(tx, accountId, { id: args.id, by, managesUsers }))
        : undefined;
      return (
        revoked ??
        new NotFound(
          managesUsers ? NO_TOKEN : `${NO_TOKEN} Tokens of directories are revoked by people who manage users.`,
        )
      );
    },
  });
}

/** Tokens of programs, such as a build server that publishes scripts. */
export function defineServiceTokens(): void {
  defineTypes();
  builder.queryField('service_tokens', (t) =>
    t.field({
      type: defineConnection('ServiceToken', serviceTokenRef, DEVELOP),
      authScopes: DEVELOP,
      description: 'Service tokens of the account that were not revoked, the newest first.',
      args: pageArguments(MAX_TOKENS, MAX_TOKENS),
      resolve: (_root, args, context) => {
        const page = readPage(args, { order: 'service_tokens', size: MAX_TOKENS, limit: MAX_TOKENS });
        return readAccountPage(context, page, listTokens);
      },
    }),
  );
  defineMutations();
}
