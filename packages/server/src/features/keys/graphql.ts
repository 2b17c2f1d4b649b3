import { sql } from 'kysely';
import { type Builder, builder as schemaBuilder } from '../../graphql/builder.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { NotFound, notFoundRef } from '../../graphql/value-types.ts';

type KeyRow = {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly description: string;
};

const credentialRef = schemaBuilder.objectRef<KeyRow>('Credential');

async function keyNamed(context: GraphqlContext, name: string): Promise<KeyRow | null> {
  return inAccount(context, async (tx, accountId) => {
    const found = await sql<KeyRow>`
      select id, name, type, status, description from key
      where account_id = ${accountId} and name = ${name} and status <> 'archived'
    `.execute(tx);
    return found.rows[0] ?? null;
  });
}

/** Stored keys, without anything secret. */
export function defineKeys(builder: Builder): void {
  credentialRef.implement({
    description: 'A stored key. Nothing secret of it is ever returned.',
    authScopes: { permission: 'view' },
    isTypeOf: (value) => typeof value === 'object' && value !== null && 'type' in value,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Opaque.' }),
      name: t.exposeString('name', { description: 'The name by which scripts use it.' }),
      credential_type: t.exposeString('type', { description: 'What kind of key it is.' }),
      status: t.exposeString('status', { description: 'active or suspended.' }),
      description: t.exposeString('description', { description: 'What people noted about it.' }),
    }),
  });
  const saved = schemaBuilder.unionType('SaveCredentialResult', {
    description: 'The key as it is now, or why it stays as it was.',
    types: [credentialRef, notFoundRef],
  });
  builder.mutationField('save_credential', (t) =>
    t.field({
      type: saved,
      authScopes: { permission: 'manage-keys' },
      description: 'Unsuspends a key: what waited for it goes on, and what failed by it is tried again.',
      args: {
        name: t.arg.string({ required: true, description: "The key's name." }),
        status: t.arg.string({ required: true, description: 'active, to unsuspend it.' }),
      },
      resolve: async (_root, { name, status }, context) => {
        if (status !== 'active') throw badRequest(`The status can be set to active, not to ${status}.`);
        const missing = new NotFound(`There is no key ${name.slice(0, 200)}.`);
        if (!(await context.transfers.unsuspend(context.session, 'key', name))) return missing;
        return (await keyNamed(context, name)) ?? missing;
      },
    }),
  );
}
