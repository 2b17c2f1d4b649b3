import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from './connect.ts';
import { DATABASE_ROLES } from './roles.ts';

/** The login of the program: it owns nothing, passes no row-level security, and can take on the roles of transactions. */
const LOGIN = 'switchboard_program';

/**
 * Makes the login under which the program uses a migrated database, and gives its URL.
 * @param ownerUrl of a superuser
 * @param passwordFile absolute path; made when missing
 */
export async function ensureProgramLogin(ownerUrl: string, passwordFile: string): Promise<string> {
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  const password = readFileSync(passwordFile, 'utf8').trim();
  const { audit: _, ...roles } = DATABASE_ROLES;
  const client = await connect(ownerUrl);
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [LOGIN]);
    if (rowCount === 0) await client.query(`create role ${LOGIN}`);
    await client.query(
      `alter role ${LOGIN} login noinherit nosuperuser nobypassrls nocreatedb nocreaterole noreplication
        password ${client.escapeLiteral(password)}`,
    );
    for (const role of Object.values(roles))
      await client.query(`grant ${role} to ${LOGIN} with inherit false, set true`);
  } finally {
    await client.end();
  }
  const url = new URL(ownerUrl);
  url.username = LOGIN;
  url.password = password;
  return url.href;
}
