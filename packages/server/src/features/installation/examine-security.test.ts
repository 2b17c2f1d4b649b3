import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useInstallation } from '../../../testing/hooks/use-installation.ts';
import { addPerson } from '../../../testing/people.ts';
import { installationMetrics } from '../../observe/installation-metrics.ts';
import { METRICS } from '../../observe/metrics.ts';

const installation = useInstallation();
const account = useAccount(installation, {}, beforeEach);
const query = (text: string) => queryAsSuperuser(installation.url, text);

describe('targets of the installation', () => {
  const failing = async (): Promise<number | undefined> => {
    await installationMetrics(installation.database)();
    return (await METRICS.auditStreamsFailing.get()).values.find(({ labels }) => labels.type === 'syslog')?.value;
  };

  test('targets are reported while they do not receive the audit log, with the reason and how many accounts wait', async () => {
    expect(await installation.about('audit-streams')).toMatchObject({ level: 'fine' });
    expect(await failing()).toBe(0);
    await query(
      `insert into audit_stream (chain, type, problem, delivered) values
        ('${account.accountId}', 'syslog', 'The connection was refused.', '2026-11-01T00:00:00Z'),
        ('${randomUUID()}', 'syslog', 'The connection was refused.', null), ('${randomUUID()}', 'otlp', null, null)`,
    );
    // What an account has set up is its own to correct.
    await query(
      `insert into audit_stream (account_id, chain, type, address, host, problem)
        values ('${account.accountId}', '${account.accountId}', 'webhook', 'https://a.test', 'a.test:443', 'It failed.')`,
    );
    expect(await installation.about('audit-streams')).toMatchObject({
      level: 'problem',
      total: 1,
      items: [
        {
          what: 'audit stream syslog',
          why: 'The connection was refused. The logs of 2 accounts wait.',
          since: '2026-11-01T00:00:00.000Z',
        },
      ],
    });
    expect(await failing()).toBe(2);
    await query(`update audit_stream set problem = null`);
    expect(await installation.about('audit-streams')).toMatchObject({ level: 'fine' });
    expect(await failing()).toBe(0);
  });
});

describe('an erasure', () => {
  const begin = (hours: number) =>
    query(
      `update account set status = 'deactivated', erasure_started = now() - interval '${hours} hours' where id = '${account.accountId}'`,
    );

  test('an erasure is reported when it has not ended an hour after it began, with what it waits for', async () => {
    await begin(0.5);
    expect(await installation.about('erasures')).toMatchObject({ level: 'fine' });
    await begin(2);
    expect(await installation.about('erasures')).toMatchObject({
      level: 'problem',
      items: [{ what: `account ${account.urlName}`, why: 'the scheduler has not finished it' }],
    });
    await query(
      `insert into audit_stream (chain, type, sequence) values ('${account.accountId}', 'syslog', 0);
       insert into audit_entry (account_id, kind, actor, sequence, previous_hash, hash)
       select id, 'signed_in', 'system', 1, sha256('a'), sha256('b') from account where id = '${account.accountId}'`,
    );
    expect((await installation.about('erasures')).items).toMatchObject([
      { why: 'a target of the installation has not received its audit log' },
    ]);
    await query(`update account set erased = now() where id = '${account.accountId}'`);
    expect(await installation.about('erasures')).toMatchObject({ level: 'fine' });
  });

  test('an erasure of a user that was interrupted is reported without their name', async () => {
    const id = await addPerson(installation.database, { email: `${randomUUID()}@acme.test`, name: 'Ada Lovelace' });
    await query(
      `update person set status = 'deactivated', erasure_started = now() - interval '2 hours' where id = '${id}'`,
    );
    const found = await installation.about('erasures');
    expect(found).toMatchObject({ level: 'problem', items: [{ account: null, what: `user ${id}` }] });
    expect(JSON.stringify(found)).not.toContain('Lovelace');
  });
});
