import { type Permission, ROLES, type Role } from '@switchboard/model/permissions';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { grantDefined } from '../../../testing/defined-roles.ts';
import { useHttpServer } from '../../../testing/hooks/use-server.ts';
import { codeRequest, createHttpBrowser, type HttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { addAccount, addPerson, newEmail } from '../../../testing/people.ts';
import { hashId } from '../oidc-adapter.ts';

const server = useHttpServer();
const HOUR = 3_600;
let account: string;
beforeAll(async () => {
  account = await addAccount(server.database, 'limits');
});

/** @param role a preset, or the permission of a role that the account defines */
async function signIn(role: Role | Permission, globalRoles: readonly Role[] = []) {
  const email = newEmail('limits');
  const presets = ROLES.filter((preset) => preset === role);
  const id = await addPerson(server.database, { email, roles: { [account]: presets }, globalRoles });
  if (!isPreset(role)) await grantDefined(server, { accountId: account }, id, [role]);
  const browser = createHttpBrowser(server.url);
  const { access_token: token } = await signInByForm(browser, server.url, email);
  return { email, browser, token, grant: hashId(String(decodeJwt(token)['gid'])) };
}
const isPreset = (role: Role | Permission): role is Role => ROLES.some((preset) => preset === role);
type Signed = Awaited<ReturnType<typeof signIn>>;

/** Makes a session as old as this, with its last request as long ago. Seconds. */
const age = ({ grant }: Signed, { since, idle }: { readonly since: number; readonly idle: number }) =>
  server.database.withIdentity((tx) =>
    sql`update oidc_payload set payload = payload || jsonb_build_object('iat', floor(extract(epoch from now()) - ${since}::int)),
      last_used = now() - ${idle} * interval '1 second' where kind = 'Grant' and id = ${grant}`.execute(tx),
  );
const lastUse = async ({ grant }: Signed): Promise<number> => {
  const { rows } = await server.database.withIdentity((tx) =>
    sql<{ idle: number }>`select extract(epoch from now() - last_used)::float8 as idle
      from oidc_payload where kind = 'Grant' and id = ${grant}`.execute(tx),
  );
  return rows[0]?.idle ?? Number.NaN;
};
const ask = async ({ token }: Pick<Signed, 'token'>, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
  (await fetch(`${server.url}/api/user/login`, { headers: { ...headers, authorization: `Bearer ${token}` } })).status;
const renew = async ({ browser }: { readonly browser: HttpBrowser }): Promise<string | null> => {
  const { url } = await browser.follow(
    await browser.get(codeRequest(server.url, { prompt: 'none' }).path),
    '/callback',
  );
  return url?.searchParams.get('error') ?? (url?.searchParams.has('code') === true ? 'renewed' : null);
};

test.each<[string, Role | Permission, readonly Role[], number, number]>([
  ['an operator', 'operator', [], 12 * HOUR, HOUR],
  ['a viewer with a role in all accounts', 'viewer', ['viewer'], 12 * HOUR, HOUR],
  ['a person with a defined role that reads the audit log', 'read-audit-log', [], 12 * HOUR, HOUR],
  ['a person with a defined role that views', 'view', [], 7 * 24 * HOUR, 24 * HOUR],
  ['a developer', 'developer', [], 7 * 24 * HOUR, 24 * HOUR],
])('the session of %s ends at its absolute and at its idle limit', async (_, role, globalRoles, absolute, idle) => {
  const signed = await signIn(role, globalRoles);
  await age(signed, { since: absolute - 30, idle: idle - 30 });
  expect([await renew(signed), await ask(signed), await renew(signed)]).toEqual(['renewed', 200, 'renewed']);
  await age(signed, { since: absolute + 30, idle: 0 });
  expect([await ask(signed), await renew(signed)]).toEqual([401, 'login_required']);
  await age(signed, { since: 2 * idle, idle: idle + 30 });
  expect([await renew(signed), await ask(signed)]).toEqual(['login_required', 401]);
});

test('a renewal neither begins a session again nor counts as its use', async () => {
  const signed = await signIn('operator');
  await age(signed, { since: 12 * HOUR - 30, idle: HOUR - 30 });
  expect(await renew(signed)).toBe('renewed');
  expect(await lastUse(signed)).toBeGreaterThan(HOUR - 60);
  await age(signed, { since: 12 * HOUR + 1, idle: 1 });
  expect(await renew(signed)).toBe('login_required');
});

test('the last request is noted once a minute, and not of streams', async () => {
  const signed = await signIn('operator');
  await age(signed, { since: HOUR, idle: 50 });
  expect(await ask(signed)).toBe(200);
  expect(await lastUse(signed)).toBeGreaterThanOrEqual(50);
  await age(signed, { since: HOUR, idle: 120 });
  expect(await ask(signed, { accept: 'text/event-stream' })).toBe(200);
  expect(await lastUse(signed)).toBeGreaterThanOrEqual(120);
  expect(await ask(signed)).toBe(200);
  expect(await lastUse(signed)).toBeLessThan(50);
});

test('signing in after a session has ended begins another in the same browser, and the old token stays refused', async () => {
  const signed = await signIn('operator');
  await age(signed, { since: 13 * HOUR, idle: 1 });
  const { access_token: token } = await signInByForm(signed.browser, server.url, signed.email);
  expect([await ask({ token }), await ask(signed), await renew(signed)]).toEqual([200, 401, 'renewed']);
});

test('a session whose grant was removed is not renewed by the cookie of its browser', async () => {
  const signed = await signIn('viewer');
  await server.database.withIdentity((tx) =>
    sql`delete from oidc_payload where kind = 'Grant' and id = ${signed.grant}`.execute(tx),
  );
  expect(await renew(signed)).toBe('login_required');
});
