import { expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { codeAt, enrolApp } from '../../../testing/factors.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { exchangeCode } from '../../../testing/http-browser.ts';
import { addPerson, TEST_PASSWORD } from '../../../testing/people.ts';
import { addOidcConnection, addVerifiedDomain, openSignIn } from '../../../testing/sso.ts';
import { removeApp } from '../factors/authenticator-app.ts';

const server = useGraphqlServer({ requireSecondFactor: true });
const acme = useAccount(server);

test('a break-glass administrator enters an account of single sign-on only where everybody needs a second factor, and keeps it', async () => {
  const domain = `${acme.urlName}.example`;
  const email = `glass@${domain}`;
  const id = await addPerson(server.database, { email, roles: { [acme.accountId]: ['operator'] } });
  await addVerifiedDomain(server, acme.accountId, domain);
  const connection = await addOidcConnection(server, acme.accountId, { issuer: 'https://idp.example' });
  const query = (text: string) => queryAsSuperuser(server.databaseUrl, text);
  await query(`insert into sso_break_glass (account_id, person_id) values ('${acme.accountId}', '${id}')`);
  const now = Date.now();
  const app = await enrolApp(server, { id, email }, now - 120_000);
  await query(`update sso_connection set sso_only = true, first_used = now() where id = '${connection.id}'`);

  const { browser, page, verifier } = await openSignIn(server);
  const asked = await browser.post(page, { email, password: TEST_PASSWORD });
  const ticket = /name="ticket" value="([^"]+)"/.exec(asked.text)?.[1] ?? '';
  const passed = await browser.post(`${page}/factor`, { ticket, code: codeAt(app.secret, now) });
  const { url } = await browser.follow(passed, '/callback');
  const { access_token: token } = await exchangeCode(
    browser,
    server.url,
    url?.searchParams.get('code') ?? '',
    verifier,
  );
  const me = createClient(server, { token, account: acme.urlName });
  const off = `mutation { set_sso_only(id: "${connection.id}", sso_only: false) { __typename } }`;

  expect(await removeApp(server.database, { personId: id }, false)).toBe('last');
  expect(await me.data(off)).toEqual({ set_sso_only: { __typename: 'SsoConnection' } });
  expect(await removeApp(server.database, { personId: id }, false)).toMatchObject({ authenticatorApp: null });
});
