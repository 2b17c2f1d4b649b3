import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { builder } from '../../graphql/builder.ts';
import type { LoaderDefinition } from '../../graphql/loaders.ts';

export type CredentialRow = {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly description: string;
};

export const credentialRef = builder.objectRef<CredentialRow>('Credential');

/** By name. */
export const CREDENTIAL: LoaderDefinition<CredentialRow> = { keys: 'names', batch: credentialsNamed };

async function credentialsNamed(
  tx: Tx,
  accountId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, CredentialRow>> {
  const { rows } = await sql<CredentialRow>`
    select id, name, type, status, description from key
    where account_id = ${accountId}::uuid and name = any(${[...names]}::text[]) and status <> 'archived'`.execute(tx);
  return new Map(rows.map((row) => [row.name, row]));
}

/** Credential, wherever a key is shown. Nothing secret. */
export function defineCredential(): void {
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
}
