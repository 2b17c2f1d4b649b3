import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { RequestError } from '../../graphql/request-error.ts';
import { hashOf, SIGN_IN_SECONDS, type SignInSecrets } from './sign-in-cookie.ts';

/** Object that a person connects: a new key or integration, or with an id a stored one. */
export type SignInSubject = {
  readonly kind: 'key' | 'integration';
  readonly type: string;
  readonly id: string | null;
  /** Comes back with the result, so that the window that began it recognises it: of a key its name. */
  readonly name: string;
  readonly description: string;
};

export type NewSignIn = {
  readonly accountId: string;
  readonly personId: string;
  readonly secrets: SignInSecrets;
  readonly subject: SignInSubject;
  /** The console's path to which the person returns. */
  readonly route: string;
};

/** Sign-ins of a person that wait for an answer. */
const OPEN_AT_MOST = 20;

/**
 * Stores a sign-in that a person begins. Only hashes of its secrets are kept.
 * @throws RequestError RATE_LIMITED when the person has begun too many
 */
export async function storeSignIn(tx: Tx, { accountId, personId, secrets, subject, route }: NewSignIn): Promise<void> {
  const { kind, type, id, name, description } = subject;
  const isKey = kind === 'key';
  await sql`delete from oauth_sign_in where account_id = ${accountId} and expires < now()`.execute(tx);
  const open = await sql<{ count: number }>`
    select count(*) as count from oauth_sign_in where account_id = ${accountId} and person_id = ${personId}
  `.execute(tx);
  if ((open.rows[0]?.count ?? 0) >= OPEN_AT_MOST) throw new RequestError('RATE_LIMITED', { seconds: SIGN_IN_SECONDS });
  await sql`
    insert into oauth_sign_in (account_id, person_id, state_hash, browser_hash, key_type, key_id, integration_type, integration_id,
      name, description, route, expires)
    values (${accountId}, ${personId}, ${hashOf(secrets.state)}, ${hashOf(secrets.browser)}, ${isKey ? type : null},
      ${isKey ? id : null}, ${isKey ? null : type}, ${isKey ? null : id}, ${name}, ${description}, ${route},
      now() + make_interval(secs => ${SIGN_IN_SECONDS}))
  `.execute(tx);
}

/** A sign-in that a person has begun. */
export type SignIn = SignInSubject & {
  readonly accountId: string;
  readonly personId: string;
  readonly route: string;
  readonly isExpired: boolean;
};

type Row = {
  readonly person_id: string;
  readonly key_type: string | null;
  readonly key_id: string | null;
  readonly integration_type: string | null;
  readonly integration_id: string | null;
  readonly name: string;
  readonly description: string;
  readonly route: string;
  readonly is_expired: boolean;
};

/**
 * Consumes the sign-in with these secrets; null when there is none, or it was consumed before. The account is proved by the
 * secrets: no other row has their hashes.
 */
export async function takeSignIn(tx: Tx, accountId: string, { state, browser }: SignInSecrets): Promise<SignIn | null> {
  const { rows } = await sql<Row>`
    delete from oauth_sign_in
    where account_id = ${accountId} and state_hash = ${hashOf(state)} and browser_hash = ${hashOf(browser)}
    returning person_id, key_type, key_id, integration_type, integration_id, name, description, route, expires < now() as is_expired
  `.execute(tx);
  const [row] = rows;
  if (row === undefined) return null;
  const { name, description, route, person_id: personId, is_expired: isExpired } = row;
  const common = { accountId, personId, name, description, route, isExpired };
  return row.key_type === null
    ? { ...common, kind: 'integration', type: row.integration_type ?? '', id: row.integration_id }
    : { ...common, kind: 'key', type: row.key_type, id: row.key_id };
}
