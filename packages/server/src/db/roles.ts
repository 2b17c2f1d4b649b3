import type { Client } from 'pg';

/**
 * The database's roles. The program signs in to PostgreSQL and takes one of them on for each transaction; none may sign in, own
 * anything or pass row-level security. A connection that has taken on none sees nothing.
 */
export const DATABASE_ROLES = {
  /** One account's people: only rows of the account that the transaction names. */
  account: 'switchboard_app',
  /** Scheduler, workers and reconciler: rows of every account. */
  system: 'switchboard_engine',
  /** Sign-in: credentials, sessions and signing keys, and who belongs where. */
  identity: 'switchboard_identity',
  /** Administration: accounts, people and their roles across accounts. No tenant data and no secrets of sign-in. */
  admin: 'switchboard_admin',
  /** Owns the functions that seal the audit log. No transaction takes it on. */
  audit: 'switchboard_audit',
  /** Owns the functions that erase people and accounts. No transaction takes it on. */
  erasure: 'switchboard_erasure',
} as const;

/** Makes the roles that are missing, and lets the signed-in user take them on. Safe to run by several programs at once. */
export async function ensureRoles(client: Client): Promise<void> {
  for (const role of Object.values(DATABASE_ROLES)) {
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then
        create role ${role} nologin nosuperuser nobypassrls nocreatedb nocreaterole;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`);
    await client.query(`do $$ begin
      if not pg_has_role(session_user, '${role}', 'set') then
        execute format('grant ${role} to %I', session_user);
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`);
  }
}
