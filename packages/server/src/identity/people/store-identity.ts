import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Adds the sign-in by password of a person, unless they have one. */
export async function ensurePasswordIdentity(tx: Tx, personId: string): Promise<void> {
  await sql`
    insert into person_identity (person_id, connection_type, email, name)
    select id, 'password', email, name from person where id = ${personId}::uuid
    on conflict (person_id) where connection_type = 'password' do nothing`.execute(tx);
}

/** Blocks or unblocks a sign-in method. Returns it; undefined when nothing has changed. */
export async function blockIdentity(
  tx: Tx,
  id: string,
  blocked: boolean,
): Promise<{ readonly email: string; readonly connection_type: string } | undefined> {
  const { rows } = await sql<{ email: string; connection_type: string }>`
    update person_identity set blocked = ${blocked} where id = ${id} and blocked <> ${blocked}
    returning email, connection_type`.execute(tx);
  return rows[0];
}

/** Removes a login at another identity provider from a person. */
export async function removeLogin(
  tx: Tx,
  personId: string,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<void> {
  await sql`
    delete from person_identity where issuer = ${issuer} and subject = ${subject} and person_id = ${personId}::uuid`.execute(
    tx,
  );
}
