import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { startDnsServer } from '../../../testing/dns-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addPerson } from '../../../testing/people.ts';
import { addOidcConnection } from '../../../testing/sso.ts';
import { isSsoOnly } from '../../identity/sso/find-connections.ts';
import { createTxtLookUp } from '../../identity/sso/look-up-txt.ts';
import { recheckDomains } from './recheck-domains.ts';

const zone: Record<string, readonly string[] | null> = {};
const dns = await startDnsServer(zone);
afterAll(() => dns.stop());
const server = useGraphqlServer();
const account = useAccount(server);
const DAY = 86_400_000;
const START = Date.parse('2026-11-01T12:00:00Z');
const TOKEN = 'switchboard-domain-verification=of-this-account';
let made = 0;
let domain = '';
const record = () => `_switchboard.${domain}`;

beforeEach(async () => {
  made += 1;
  domain = `d${made}.example`;
  zone[record()] = [TOKEN];
  await queryAsSuperuser(
    server.databaseUrl,
    `insert into sso_domain (account_id, domain, token, verified)
      values ('${account.accountId}', '${domain}', '${TOKEN}', '${new Date(START).toISOString()}')`,
  );
});

/** Checks what is due so many days after the verification. */
async function checkAfter(days: number, lookUpTxt = createTxtLookUp([dns.address])): Promise<void> {
  const failures: unknown[] = [];
  const now = () => START + days * DAY;
  await recheckDomains({ database: server.database, lookUpTxt, now, onError: (error) => failures.push(error) });
  expect(failures).toEqual([]);
}
const stateOf = async () =>
  (
    await account.rows(
      sql<{ verified: boolean; missing: Date | null }>`
        select verified is not null as verified, missing_since as missing from sso_domain where domain = ${domain}`,
    )
  )[0];
const audited = async (): Promise<readonly string[]> =>
  (
    await account.rows(
      sql<{ kind: string }>`
        select kind from audit_entry where kind like 'sso_domain%' and target_name = ${domain} order by sequence`,
    )
  ).map(({ kind }) => kind);
const events = async (): Promise<readonly string[]> =>
  (
    await account.rows(
      sql<{ code: string }>`select code from event where parameters ->> 'domain' = ${domain} order by created, id`,
    )
  ).map(({ code }) => code);

describe('a verified mail domain', () => {
  test('counts no longer seven days after its record went missing, and signs in by password again', async () => {
    await addPerson(server.database, { email: `keeper@${domain}`, roles: { [account.accountId]: ['operator'] } });
    const { id } = await addOidcConnection(server, account.accountId, { issuer: 'https://idp.example' });
    await queryAsSuperuser(
      server.databaseUrl,
      `update sso_connection set sso_only = true, first_used = now() where id = '${id}'`,
    );
    const isRequired = () => server.database.withIdentity((tx) => isSsoOnly(tx, `ada@${domain}`));
    zone[record()] = ['v=spf1 -all'];
    await checkAfter(0.5);
    expect(await stateOf()).toEqual({ verified: true, missing: null });
    await checkAfter(1);
    expect(await stateOf()).toEqual({ verified: true, missing: new Date(START + DAY) });
    await checkAfter(7.9);
    expect([await isRequired(), await events()]).toEqual([true, ['MAIL_DOMAIN_MISSING']]);
    await checkAfter(8);
    expect([await stateOf(), await isRequired()]).toEqual([{ verified: false, missing: null }, false]);
    expect(await events()).toEqual(['MAIL_DOMAIN_MISSING', 'MAIL_DOMAIN_UNVERIFIED']);
    expect(await audited()).toEqual(['sso_domain_missing', 'sso_domain_unverified']);
  });

  test('counts no longer in a deactivated account either, so that its new owner can verify it', async () => {
    const setStatus = (status: string) =>
      queryAsSuperuser(server.databaseUrl, `update account set status = '${status}' where id = '${account.accountId}'`);
    delete zone[record()];
    await setStatus('deactivated');
    await checkAfter(1);
    await checkAfter(8);
    await setStatus('active');
    expect(await stateOf()).toEqual({ verified: false, missing: null });
  });

  test('stays verified when its record is found again within the grace', async () => {
    delete zone[record()];
    await checkAfter(1);
    zone[record()] = ['v=spf1 -all', TOKEN];
    await checkAfter(7);
    expect(await stateOf()).toEqual({ verified: true, missing: null });
    expect(await events()).toEqual(['MAIL_DOMAIN_MISSING', 'MAIL_DOMAIN_FOUND_AGAIN']);
    expect(await audited()).toEqual(['sso_domain_missing', 'sso_domain_found_again']);
    delete zone[record()];
    await checkAfter(9);
    expect(await stateOf()).toEqual({ verified: true, missing: new Date(START + 9 * DAY) });
  });

  test('stays as it is while no name server answers, however long', async () => {
    const silent = () => Promise.reject(new Error('No server answered.'));
    await checkAfter(30, silent);
    expect(await stateOf()).toEqual({ verified: true, missing: null });
    delete zone[record()];
    await checkAfter(31);
    await checkAfter(60, silent);
    expect(await stateOf()).toEqual({ verified: true, missing: new Date(START + 31 * DAY) });
    expect(await audited()).toEqual(['sso_domain_missing']);
  });

  test('loses its verification once, whatever number of programs checks it at once', async () => {
    delete zone[record()];
    await Promise.all([checkAfter(1), checkAfter(1)]);
    await Promise.all([checkAfter(8), checkAfter(8)]);
    expect(await audited()).toEqual(['sso_domain_missing', 'sso_domain_unverified']);
    expect(await stateOf()).toEqual({ verified: false, missing: null });
  });
});
