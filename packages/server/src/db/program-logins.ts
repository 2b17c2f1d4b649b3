import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { connect, DatabaseSetupError } from './connect.ts';
import type { DatabaseLogins } from './database.ts';
import { DATABASE_ROLES } from './roles.ts';

type Group = keyof DatabaseLogins;

/** The roles that transactions of each login may take on. The login of accounts cannot become that of sign-in. */
const ROLES: Readonly<Record<Group, readonly string[]>> = {
  work: [DATABASE_ROLES.account, DATABASE_ROLES.system],
  identity: [DATABASE_ROLES.identity],
  admin: [DATABASE_ROLES.admin],
};

const EMBEDDED: Readonly<Record<Group, { readonly login: string; readonly passwordFile: string }>> = {
  work: { login: 'switchboard_program', passwordFile: 'program-password' },
  identity: { login: 'switchboard_program_identity', passwordFile: 'identity-password' },
  admin: { login: 'switchboard_program_admin', passwordFile: 'admin-password' },
};
const GROUPS = Object.keys(ROLES) as readonly Group[];

/**
 * Makes the logins under which the program uses the embedded database, and gives their URLs. They own nothing and pass no
 * row-level security.
 * @param ownerUrl of a superuser, at a migrated database
 * @param folder absolute, holds a password for each login; made when missing
 */
export async function ensureProgramLogins(ownerUrl: string, folder: string): Promise<DatabaseLogins> {
  const client = await connect(ownerUrl);
  try {
    for (const group of GROUPS) {
      const { login, passwordFile } = EMBEDDED[group];
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login]);
      if (rowCount === 0) await client.query(`create role ${login}`);
      await client.query(
        `alter role ${login} login noinherit nosuperuser nobypassrls nocreatedb nocreaterole noreplication
          password ${client.escapeLiteral(passwordOf(join(folder, passwordFile)))}`,
      );
      await allot(client, login, group);
    }
  } finally {
    await client.end();
  }
  const urlOf = (group: Group): string => {
    const url = new URL(ownerUrl);
    url.username = EMBEDDED[group].login;
    url.password = passwordOf(join(folder, EMBEDDED[group].passwordFile));
    return url.href;
  };
  return { work: urlOf('work'), identity: urlOf('identity'), admin: urlOf('admin') };
}

/**
 * Gives logins that somebody made their roles, and takes the others from them.
 * @param ownerUrl of the owner of the migrated database
 * @throws DatabaseSetupError about a login that is missing, or that no role would bind
 */
export async function allotRoles(ownerUrl: string, logins: DatabaseLogins): Promise<void> {
  const client = await connect(ownerUrl);
  try {
    for (const group of GROUPS) {
      const login = decodeURIComponent(new URL(logins[group]).username);
      const { rows } = await client.query<{ unbound: boolean }>(
        `select rolsuper or rolbypassrls or exists (select from pg_class where relowner = pg_roles.oid) as unbound
          from pg_roles where rolname = $1`,
        [login],
      );
      const [found] = rows;
      if (found === undefined)
        throw new DatabaseSetupError(`The database has no login ${login}. Create it: CREATE ROLE … LOGIN PASSWORD ….`);
      if (found.unbound)
        throw new DatabaseSetupError(
          `The login ${login} is a superuser, passes row-level security or owns tables. Use one that does not: only DATABASE_OWNER_URL names the owner.`,
        );
      await allot(client, login, group);
    }
  } finally {
    await client.end();
  }
}

async function allot(client: Client, login: string, group: Group): Promise<void> {
  const roles = ROLES[group];
  const quoted = client.escapeIdentifier(login);
  const { rows } = await client.query<{ role: string; inherits: boolean }>(
    `select granted.rolname as role, inherit_option as inherits from pg_auth_members
      join pg_roles granted on granted.oid = roleid join pg_roles member on member.oid = member
      where member.rolname = $1 and granted.rolname = any($2)`,
    [login, Object.values(DATABASE_ROLES)],
  );
  for (const { role } of rows) if (!roles.includes(role)) await client.query(`revoke ${role} from ${quoted}`);
  for (const role of roles)
    if (!rows.some((row) => row.role === role && !row.inherits))
      await client.query(`grant ${role} to ${quoted} with inherit false, set true`);
  // The page of the installation names the migrations.
  if (group === 'work') await client.query(`grant select on schema_migration to ${quoted}`);
  // A grant of another grantor, or through a group, outlives the revocation.
  const others = Object.values(DATABASE_ROLES).filter((role) => !roles.includes(role));
  const { rows: left } = await client.query<{ role: string }>(
    `select role from unnest($2::text[]) role where pg_has_role($1, role, 'set')`,
    [login, others],
  );
  if (left.length > 0)
    throw new DatabaseSetupError(
      `The login ${login} can take on ${left.map(({ role }) => role).join(', ')}. Take it away as who gave it: REVOKE … FROM ${login}.`,
    );
}

function passwordOf(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
