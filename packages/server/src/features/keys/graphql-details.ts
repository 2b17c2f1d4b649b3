import { required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { string } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { load } from '../../graphql/loaders.ts';
import { type Connection, type PageArguments, type PageRequest, readPage, toConnection } from '../../graphql/paging.ts';
import { credentialRef, credentialUserRef, KEY_READERS, KEY_USERS } from './graphql-credential.ts';
import { type CredentialRow, credentialNamed } from './queries.ts';
import type { KeyUser } from './queries-users.ts';

const USERS_PAGE = 1_000;

const named = (context: GraphqlContext, name: string): Promise<CredentialRow | null> =>
  inAccount(context, (tx, accountId) => credentialNamed(tx, accountId, name));

/** One key by its name, and what would stop without it. */
export function defineKeyDetails(): void {
  for (const [field, argument] of [
    ['credential', 'name'],
    ['keyDetails', 'keyName'],
  ] as const)
    builder.queryField(field, (t) =>
      t.field({
        type: credentialRef,
        nullable: true,
        authScopes: VIEW,
        description:
          'The key that has this name, or had it; null when the account has none. Archived keys are not found.',
        args: { [argument]: t.arg.string({ required: true, description: 'Name of the key.' }) },
        resolve: (_root, args, context) => named(context, args[argument] ?? ''),
      }),
    );

  const connection = defineConnection('CredentialUser', credentialUserRef, VIEW);
  for (const { field, kind, description } of [
    {
      field: 'impactedDownloads',
      kind: 'download',
      description: 'The published downloads that stop without a key, sorted by name.',
    },
    {
      field: 'impactedUploads',
      kind: 'upload',
      description:
        'The published uploads that stop without a key, sorted by name: those that use it, and those that read a download that does.',
    },
  ] as const)
    builder.queryField(field, (t) =>
      t.field({
        type: connection,
        authScopes: VIEW,
        description,
        args: { ...required({ credential: string('Name of the key.') }), ...pageArguments(USERS_PAGE, USERS_PAGE) },
        resolve: (_root, { credential, ...args }, context) => readImpacted(context, { credential, kind, args }),
      }),
    );
}

type UsersOfKey = { readonly credential: string; readonly kind: KeyUser['kind']; readonly args: PageArguments };

async function readImpacted(
  context: GraphqlContext,
  { credential, kind, args }: UsersOfKey,
): Promise<Connection<KeyUser>> {
  const page = readPage(args, { order: `impacted ${kind}`, size: USERS_PAGE, limit: USERS_PAGE, sortedBy: 'text' });
  const key = await named(context, credential);
  const users = key === null ? [] : ((await load(context, KEY_USERS, key.id)) ?? []);
  const readers = key === null || kind === 'download' ? [] : ((await load(context, KEY_READERS, key.id)) ?? []);
  return pageOf(
    [...users, ...readers].filter((user) => user.kind === kind),
    page,
  );
}

/** A page of rows that are all read already. Names are unique. */
function pageOf(rows: readonly KeyUser[], page: PageRequest): Connection<KeyUser> {
  const sign = page.backward ? -1 : 1;
  const compare = (one: string, other: string): number => (one < other ? -sign : one > other ? sign : 0);
  const from = page.from?.value;
  const wanted = rows
    .toSorted((one, other) => compare(one.name, other.name))
    .filter(({ name }) => typeof from !== 'string' || compare(name, from) > 0)
    .slice(0, page.size + 1);
  return toConnection(
    wanted.map((row) => ({ row, position: { id: row.id, value: row.name } })),
    page,
  );
}
