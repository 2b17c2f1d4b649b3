import { sql } from 'kysely';
import { recordPersonalAudit } from '../../audit/record-personal-audit.ts';
import type { Database, Tx } from '../../db/database.ts';
import { ROLE_NAMES } from '../../identity/people/held-roles.ts';
import type { Person } from '../../identity/session.ts';

type Row = Readonly<Record<string, unknown>>;

/** Data that is kept of a person because they are one. Secrets are left out: passwords, codes, and keys of factors. */
export type PersonalData = {
  readonly person: Row;
  readonly global_roles: readonly Row[];
  readonly accounts: readonly Row[];
  readonly sign_in_methods: readonly Row[];
  readonly authenticator_apps: readonly Row[];
  readonly passkeys: readonly Row[];
  readonly recovery_codes: readonly Row[];
  readonly sessions: readonly Row[];
  readonly preferences: readonly Row[];
  readonly service_tokens: readonly Row[];
  readonly mails: readonly Row[];
  readonly directories: readonly Row[];
  readonly saved_views: readonly Row[];
  /** The newest entries of the audit log that name them as who acted or as whom it concerns. */
  readonly audit_entries: readonly Row[];
};

/** Entries of the audit log that a download has at most, the newest. */
const MAX_ENTRIES = 10_000;

/** Reads the data of a person for their own download, and records that they have it. */
export async function downloadPersonalData(database: Database, { id }: Person): Promise<PersonalData> {
  await database.withIdentity((tx) => recordPersonalAudit(tx, id, { kind: 'personal_data_downloaded' }));
  return readPersonalData(database, id);
}

/** Reads all data of a person. The caller has proved that the reader may have it. */
export async function readPersonalData(database: Database, id: string): Promise<PersonalData> {
  const { accountIds, ...data } = await database.withIdentity((tx) => readIdentity(tx, id));
  const inAccounts: AccountData[] = [];
  for (const accountId of accountIds)
    inAccounts.push(await database.withAccount(accountId, (tx) => readAccountData(tx, id)));
  return {
    ...data,
    directories: inAccounts.flatMap(({ directories }) => directories),
    saved_views: inAccounts.flatMap(({ views }) => views),
    audit_entries: await database.withSystem((tx) => readEntries(tx, id, null)),
  };
}

/** The data that one account keeps of a person. */
export type AccountPersonalData = Pick<
  PersonalData,
  'person' | 'directories' | 'saved_views' | 'service_tokens' | 'audit_entries'
> & { readonly roles: readonly string[] };

/** Reads what an account keeps of one of its users; null for anybody else. */
export async function readPersonalDataIn(
  database: Database,
  accountId: string,
  id: string,
): Promise<AccountPersonalData | null> {
  const found = await database.withAccount(accountId, async (tx) => {
    const { rows } = await sql<{ email: string; name: string; roles: string[] }>`
      select p.email, p.name, ${ROLE_NAMES} as roles
      from membership m join person p on p.id = m.person_id
      left join account_role r on r.account_id = m.account_id and r.id = m.role_id
      where m.account_id = ${accountId}::uuid and m.person_id = ${id}::uuid group by p.id, p.email, p.name`.execute(tx);
    const [person] = rows;
    if (person === undefined) return null;
    const { rows: tokens } = await sql<Row>`
      select name, created, expires, last_used, revoked from service_token
      where created_by = ${id}::uuid order by created, id`.execute(tx);
    const { directories, views } = await readAccountData(tx, id);
    const { roles, ...named } = person;
    return { person: { id, ...named }, roles, directories, saved_views: views, service_tokens: tokens };
  });
  if (found === null) return null;
  return { ...found, audit_entries: await database.withSystem((tx) => readEntries(tx, id, accountId)) };
}

/** Entries about a person, of one account or of all. Where others acted from is theirs, and so is what a person did to others. */
async function readEntries(tx: Tx, id: string, accountId: string | null): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select e.created, e.kind, a.url_name as account, e.person_id = ${id}::uuid as did,
      case when e.person_id = ${id}::uuid then e.address end as address,
      case when e.person_id = ${id}::uuid then e.user_agent end as user_agent,
      case when e.subject_id = ${id}::uuid then e.before end as before,
      case when e.subject_id = ${id}::uuid then e.after end as after
    from audit_entry e left join account a on a.id = e.account_id
    where (e.person_id = ${id}::uuid or e.subject_id = ${id}::uuid)
      and (${accountId}::uuid is null or e.account_id = ${accountId}::uuid)
    order by e.created desc, e.id desc limit ${MAX_ENTRIES}`.execute(tx);
  return rows;
}

async function readIdentity(tx: Tx, id: string) {
  const read = async (query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> => (await query.execute(tx)).rows;
  const { rows: memberships } = await sql<{ id: string }>`
    select distinct account_id as id from membership where person_id = ${id}::uuid order by account_id`.execute(tx);
  const [person = {}] = await read(sql`select id, email, name, created from person where id = ${id}::uuid`);
  return {
    accountIds: memberships.map(({ id: accountId }) => accountId),
    person,
    global_roles: await read(sql`select role from global_role where person_id = ${id}::uuid order by role`),
    accounts: await read(sql`
      select a.url_name, a.name, ${ROLE_NAMES} as roles
      from membership m join account a on a.id = m.account_id
      left join account_role r on r.account_id = m.account_id and r.id = m.role_id
      where m.person_id = ${id}::uuid group by a.id order by a.url_name`),
    sign_in_methods: await read(sql`
      select connection_type, issuer, subject, email, name, email_verified, blocked, created
      from person_identity where person_id = ${id}::uuid order by created, id`),
    authenticator_apps: await read(sql`
      select started, confirmed from authenticator_app where person_id = ${id}::uuid`),
    passkeys: await read(sql`
      select name, is_synced, created, last_used from passkey where person_id = ${id}::uuid order by created, id`),
    recovery_codes: await read(sql`
      select used from recovery_code where person_id = ${id}::uuid order by used nulls last`),
    sessions: await read(sql`
      select user_agent, address, to_timestamp((payload ->> 'iat')::float8) as began, last_used from oidc_payload
      where kind = 'Grant' and payload ->> 'accountId' = ${id}::text order by session_id`),
    preferences: await read(sql`select name, value from preference where person_id = ${id}::uuid order by name`),
    service_tokens: await read(sql`
      select a.url_name as account, t.name, t.created, t.expires, t.last_used, t.revoked
      from service_token t join account a on a.id = t.account_id
      where t.created_by = ${id}::uuid order by t.created, t.id`),
    mails: await read(sql`
      select kind, state, created, sent, detail from mail where person_id = ${id}::uuid order by created, id`),
  };
}

type AccountData = { readonly directories: readonly Row[]; readonly views: readonly Row[] };

async function readAccountData(tx: Tx, id: string): Promise<AccountData> {
  const { rows: directories } = await sql<Row>`
    select external_id, given_name, family_name, active, created from provisioned_user
    where person_id = ${id}::uuid`.execute(tx);
  const { rows: views } = await sql<Row>`
    select list, name, query, created, updated from saved_view where owner_id = ${id}::uuid order by created, id`.execute(
    tx,
  );
  return { directories, views };
}
