import { createHash } from 'node:crypto';
import type { KeyProperties } from '@switchboard/connectors';
import { PipelineError } from '@switchboard/model/errors/errors';
import { placeFieldsOf } from '@switchboard/model/key-binding';
import { findKeyType } from '@switchboard/model/key-types/key-types';
import type { PlanUpload } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { TestWrite } from './test-place.ts';

/** An object that a test run is about to write. */
export type TestObject = {
  readonly accountId: string;
  /** With the parameters of its test block. */
  readonly upload: PlanUpload;
  readonly key: KeyProperties | null;
  readonly write: TestWrite;
  /** The destination as people read it. */
  readonly destination: string;
};

/** Fields of a key that choose what its containers lie in, besides those that decide where it is sent. */
const SCOPES: ReadonlySet<string> = new Set(['db_name', 'database', 'client_email']);

/** A name of the object among all that the account writes. A key that leads elsewhere since leads to other objects. */
function targetOf({ upload, key, write }: TestObject): string {
  const type = key === null ? undefined : findKeyType(key.type);
  const fields = type?.fields.filter((field) => SCOPES.has(field.name) || placeFieldsOf(type).includes(field)) ?? [];
  const place = fields.map(({ name }) => [name, key?.properties[name] ?? null]);
  const parts = [upload.connector, upload.key?.id ?? null, place, write.container, write.object];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Enters an object into the ledger of what test runs made, before they write it.
 * @param exists whether there is something in its place
 * @throws PipelineError TEST_TARGET_NOT_MADE_BY_TESTS when there is something that the ledger does not have
 */
export async function claimTestObject(
  database: Database,
  object: TestObject,
  exists: () => Promise<boolean>,
): Promise<void> {
  const { accountId, upload, destination } = object;
  const target = targetOf(object);
  const isKnown = await database.withAccount(accountId, async (tx) => {
    const { rows } = await sql`
      select from test_object where account_id = ${accountId} and target = ${target}
    `.execute(tx);
    return rows.length > 0;
  });
  if (isKnown) return;
  if (await exists()) throw new PipelineError('TEST_TARGET_NOT_MADE_BY_TESTS', { name: upload.name, destination });
  await database.withAccount(accountId, async (tx) => {
    await sql`
      insert into test_object (account_id, target, connector, key_id, destination)
      values (${accountId}, ${target}, ${upload.connector}, ${upload.key?.id ?? null}, ${destination})
      on conflict do nothing
    `.execute(tx);
  });
}
