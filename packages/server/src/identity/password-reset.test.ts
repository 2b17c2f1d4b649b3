import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '@switchboard/model/errors/errors';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useHttpServer } from '../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm } from '../../testing/http-browser.ts';
import { addPerson, canSignIn, newEmail, TEST_PASSWORD } from '../../testing/people.ts';
import { startSmtpServer, type TestSmtpServer } from '../../testing/smtp-server.ts';
import { MAIL_ATTEMPTS, queueMail, sendMails } from './mail/mail-outbox.ts';
import { createMailTransport } from './mail/mail-transport.ts';
import { REPEAT_TIME, RESET_TIME, requestResetOf, writeResetMail } from './password-reset.ts';

const CHOSEN = 'Another-horse-8';
const ticking = { now: Date.now() };
const server = useHttpServer({ now: () => ticking.now });
const folder = useFolder('outbox');
let refusal: { code: number; text: string } | null = null;
let smtp: TestSmtpServer;

beforeAll(async () => {
  smtp = await startSmtpServer({ refusal: () => refusal });
});
afterAll(() => smtp.close());
beforeEach(() => {
  ticking.now = Date.now();
  refusal = null;
});

async function newPerson(name = 'Olivia'): Promise<{ id: string; email: string }> {
  const email = newEmail('reset');
  return { id: await addPerson(server.database, { email, name }), email };
}

const queue = (personId: string) => server.database.withIdentity((tx) => queueMail(tx, 'password_reset', personId));

function send(smtpUrl: string | null = smtp.url) {
  const { database, masterKey, url } = server;
  const now = (): number => ticking.now;
  const transport = createMailTransport({ smtpUrl, from: 'switchboard@test.test', folder, now });
  const write = {
    password_reset: writeResetMail({ database, masterKey, publicUrl: url, now }),
    factors_changed: async () => null,
    factors_reset: async () => null,
    factor_link: async () => null,
    outage: async () => null,
    new_device: async () => null,
    address_changed: async () => null,
    invitation: async () => null,
    daily_summary: async () => null,
  };
  return sendMails({ database, transport, write });
}

const textOf = (data: string): string => Buffer.from(data.split('\r\n\r\n')[1] ?? '', 'base64').toString();
const linkIn = (data: string): URL => new URL(/http\S+/.exec(textOf(data))?.[0] ?? 'about:blank');

/** The link of a mail that the person has received. */
async function linkFor(person: { id: string; email: string }): Promise<URL> {
  await queue(person.id);
  await send();
  return linkIn(smtp.received.findLast(({ to }) => to === person.email)?.data ?? '');
}

function choose(link: URL, password: string, repeated = password) {
  const form = { ticket: link.searchParams.get('ticket') ?? '', password, repeated };
  return createHttpBrowser(server.url).post('/sign-in/reset', form);
}

describe('the page for somebody who cannot sign in', () => {
  const request = (email: string) => createHttpBrowser(server.url).post('/sign-in/forgotten', { email });
  const queued = async (personId: string): Promise<number> => {
    const { rows } = await server.database.withIdentity((tx) =>
      sql<{ count: number }>`select count(*)::int as count from mail where person_id = ${personId}::uuid`.execute(tx),
    );
    return rows[0]?.count ?? 0;
  };

  test('mails a link for an address in any case, and answers alike for an unknown one', async () => {
    const person = await newPerson();
    const page = await createHttpBrowser(server.url).get('/sign-in/forgotten');
    expect(page.text).toContain('Send the link');
    const known = await request(person.email.toUpperCase());
    const unknown = newEmail('unknown');
    const other = await request(unknown);
    expect([known.status, other.status]).toEqual([200, 200]);
    expect(known.text.replaceAll(person.email.toUpperCase(), '')).toBe(other.text.replaceAll(unknown, ''));
    await expect.poll(() => queued(person.id)).toBe(1);
  });

  test('mails a person at most five links an hour, and none to a deactivated one', async () => {
    const person = await newPerson();
    await server.database.withIdentity((tx) =>
      sql`insert into mail (kind, person_id, created)
        select 'password_reset', ${person.id}::uuid, now() - interval '10 minutes' from generate_series(1, 5)`.execute(
        tx,
      ),
    );
    await requestResetOf(server.database, person.email);
    expect(await queued(person.id)).toBe(5);
    const gone = await newPerson();
    await server.database.withSystem((tx) =>
      sql`update person set status = 'deactivated' where id = ${gone.id}::uuid`.execute(tx),
    );
    await requestResetOf(server.database, gone.email);
    expect(await queued(gone.id)).toBe(0);
  });

  test.each(['', 'x'.repeat(321), 'a\0@example.test'])(
    'asks again for an address that none can have (%#)',
    async (email) => {
      expect((await request(email)).status).toBe(422);
    },
  );

  test('shows an address as text', async () => {
    const answer = await request('"><script>alert(1)</script>@example.test');
    expect(answer.text).not.toContain('<script>alert');
  });
});

describe('the mail to reset a password', () => {
  test('the mail to reset a password is delivered to the mail server with a link to the page', {
    tags: 'proof:reset-mail',
  }, async () => {
    const person = await newPerson('Björn "Bear" Borg');
    await queue(person.id);
    expect(await send()).toEqual([]);
    const mail = smtp.received.findLast(({ to }) => to === person.email);
    expect(mail?.from).toBe('switchboard@test.test');
    expect(mail?.data).toContain('Subject: Reset your Switchboard password\r\n');
    expect(mail?.data).toContain(`<${person.email}>\r\n`);
    expect(mail?.data).not.toContain('Björn');
    expect(textOf(mail?.data ?? '')).toMatch(/^Hello Björn "Bear" Borg,\n/);
    expect(linkIn(mail?.data ?? '').href).toMatch(new RegExp(`^${server.url}/sign-in/reset\\?ticket=[\\w-]{50,}$`));
  });

  test('the mail to reset a password is sent once, however often it is requested within a minute', async () => {
    const person = await newPerson();
    await queue(person.id);
    await queue(person.id);
    await send();
    await queue(person.id);
    await send();
    expect(smtp.received.filter(({ to }) => to === person.email)).toHaveLength(1);
  });

  test('the mail to reset a password is tried again after a refusal, with the same Message-ID, and fails in the end', async () => {
    const person = await newPerson();
    await queue(person.id);
    const due = () =>
      server.database.withIdentity((tx) =>
        sql`update mail set next_attempt = now() where person_id = ${person.id} and state = 'pending'`.execute(tx),
      );
    const state = async () =>
      (
        await server.database.withIdentity((tx) =>
          sql<{ state: string; attempts: number; problem: string | null }>`
            select state, attempts, problem from mail where person_id = ${person.id}`.execute(tx),
        )
      ).rows[0];
    refusal = { code: 451, text: 'greylisted' };
    const [problem] = await send();
    expect(problem?.message).toContain('451 greylisted');
    const greylisted: unknown = expect.stringContaining('451');
    expect(await state()).toMatchObject({ state: 'pending', attempts: 1, problem: greylisted });
    expect(await send()).toEqual([]);
    for (let attempt = 1; attempt < MAIL_ATTEMPTS; attempt += 1) {
      await due();
      await send();
    }
    expect(await state()).toMatchObject({ state: 'failed', attempts: MAIL_ATTEMPTS });
  });

  test('an outage of the mail server counts no attempt, and the mails are sent once it is back', async () => {
    const away = await startSmtpServer({});
    await away.close();
    const people = [await newPerson(), await newPerson()];
    for (const { id } of people) await queue(id);
    const stateOf = () =>
      server.database.withIdentity(async (tx) => {
        const { rows } = await sql`
          select state, attempts, problem is null as well from mail where person_id = any(${people.map(({ id }) => id)}::uuid[])
        `.execute(tx);
        return rows;
      });
    for (let outage = 0; outage <= MAIL_ATTEMPTS; outage += 1) {
      expect(await send(away.url)).toHaveLength(1);
      expect(await stateOf()).toEqual(people.map(() => ({ state: 'pending', attempts: 0, well: false })));
      await server.database.withIdentity((tx) =>
        sql`update mail set next_attempt = now() where state = 'pending'`.execute(tx),
      );
    }
    expect(await send()).toEqual([]);
    expect(await stateOf()).toEqual(people.map(() => ({ state: 'sent', attempts: 1, well: true })));
  });

  test('carries the login of SMTP_URL', async () => {
    const person = await newPerson();
    await queue(person.id);
    await send(smtp.url.replace('smtp://', 'smtp://mailer:p%40ss@'));
    expect(smtp.logins).toEqual(['mailer:p@ss']);
  });

  test('the mail to reset a password is not sent to a mail server whose certificate is not trusted', async () => {
    const impostor = await startSmtpServer({ offersTls: true });
    const person = await newPerson();
    await queue(person.id);
    const [problem] = await send(impostor.url);
    await impostor.close();
    expect(problem?.message).toContain('certificate');
    expect(impostor.received).toEqual([]);
  });

  test('the mail to reset a password is a file without a mail server', {
    tags: 'proof:mail-without-server',
  }, async () => {
    const person = await newPerson();
    await queue(person.id);
    await send(null);
    const [name = ''] = readdirSync(folder);
    expect(linkIn(readFileSync(join(folder, name), 'utf8')).pathname).toBe('/sign-in/reset');
  });

  test('the mail to reset a password is not sent to a person who was deactivated meanwhile', async () => {
    const person = await newPerson();
    await queue(person.id);
    await server.database.withIdentity((tx) =>
      tx.updateTable('person').set({ status: 'deactivated' }).where('id', '=', person.id).execute(),
    );
    await send();
    expect(smtp.received.filter(({ to }) => to === person.email)).toEqual([]);
  });
});

describe('the link', () => {
  test('sets the password, once, and ends the sessions', { tags: 'proof:reset-once' }, async () => {
    const person = await newPerson();
    const { access_token: token } = await signInByForm(createHttpBrowser(server.url), server.url, person.email);
    const ask = () =>
      fetch(`${server.url}/api/user/login`, {
        headers: { authorization: `Bearer ${token}`, 'request-id': 'request-1' },
      });
    const link = await linkFor(person);
    const page = await createHttpBrowser(server.url).get(`${link.pathname}${link.search}`);
    expect(page.text).toContain('<h1>Choose a password</h1>');
    expect((await choose(link, CHOSEN)).text).toContain('<h1>Password saved</h1>');
    expect([
      await canSignIn(server.database, person.email, CHOSEN),
      await canSignIn(server.database, person.email, TEST_PASSWORD),
    ]).toEqual([true, false]);
    await expect(
      server.identity.authenticate({ id: 'request-2', headers: { authorization: `Bearer ${token}` } }),
    ).rejects.toMatchObject({ status: 401 });
    expect((await choose(link, 'Third-horse-9')).status).toBe(400);
    expect(await canSignIn(server.database, person.email, CHOSEN)).toBe(true);
    expect((await ask()).status).not.toBe(200);
  });

  test('sets no password once the password is blocked, and no link is mailed then', async () => {
    const person = await newPerson();
    const link = await linkFor(person);
    const mailed = smtp.received.length;
    await server.database.withIdentity((tx) =>
      tx.updateTable('person_identity').set({ blocked: true }).where('person_id', '=', person.id).execute(),
    );
    expect((await choose(link, CHOSEN)).status).toBe(400);
    await server.database.withIdentity((tx) =>
      sql`update mail set created = created - interval '1 hour' where person_id = ${person.id}`.execute(tx),
    );
    await queue(person.id);
    await send();
    expect(smtp.received).toHaveLength(mailed);
    await server.database.withIdentity((tx) =>
      tx.updateTable('person_identity').set({ blocked: false }).where('person_id', '=', person.id).execute(),
    );
    expect(await canSignIn(server.database, person.email, TEST_PASSWORD)).toBe(true);
  });

  test('refuses passwords that cannot be chosen, says why, and goes on working', async () => {
    const link = await linkFor(await newPerson());
    const html = '"><img src=x onerror=alert(1)>';
    const sql = "' or 1=1; drop table person; --";
    const refused: readonly (readonly [password: string, message: string, repeated?: string])[] = [
      [CHOSEN, 'The two passwords are not the same.', 'Other-horse-8'],
      [CHOSEN, 'The two passwords are not the same.', `${CHOSEN}2`],
      ['', 'Password must have: 8 to 128 characters'],
      ['Short-1', '8 to 128 characters'],
      ['alllower-1', 'an uppercase letter'],
      ['Password1!', 'Password isn&#39;t strong enough.'],
      // The name of the person.
      ['Olivia-1', 'Password isn&#39;t strong enough.'],
      [sql, 'Password must have'],
      [html, 'Password must have'],
      ['שלום \u202e txt.exe', 'Password must have'],
      ['👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'Password must have'],
      ['Correct-h0rse\0', 'no other characters than these and spaces'],
      ['Correct-h0rse🏴‍☠️', 'no other characters'],
      ['\u202ePassword-1', 'no other characters than these and spaces'],
      [`Aa1-${'z'.repeat(125)}`, '8 to 128 characters'],
      ['Aa1-'.repeat(1_250), '8 to 128 characters'],
    ];
    for (const [password, message, repeated = password] of refused) {
      const shown = JSON.stringify([password, repeated]).slice(0, 200);
      const answer = await choose(link, password, repeated);
      expect(answer.status, shown).toBe(422);
      expect(answer.text, shown).toContain('<h1>Choose a password</h1>');
      expect(answer.text, shown).toContain(message);
      expect(answer.text, shown).not.toMatch(/<img|\bat .+:\d+:\d+|node_modules|"errors"/);
      // Neither text is repeated.
      expect(answer.text, shown).not.toMatch(/<input name="(password|repeated)"[^>]* value=/);
    }
    expect((await choose(link, CHOSEN)).status).toBe(200);
  });

  test.each([
    ['no ticket', ''],
    ['no text', '?ticket='],
    ['nonsense', '?ticket=nonsense'],
    ['a short text', '?ticket=AAAA'],
    ['a text of the right length', `?ticket=${'A'.repeat(120)}`],
    ['two tickets', '?ticket=a&ticket=b'],
    ['NUL', '?ticket=%00'],
    ['12,000 characters', `?ticket=${'z'.repeat(12_000)}`],
    ['markup', `?ticket=${encodeURIComponent('"><script>alert(1)</script>')}`],
    ['SQL', `?ticket=${encodeURIComponent("' or 1=1; drop table person; --")}`],
    ['emoji and text from right to left', `?ticket=${encodeURIComponent('👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿שלום \u202e txt.exe')}`],
    ['broken encoding', '?ticket=%E0%A4%A'],
  ])('the link with %s leads to a page that says what to do', async (_, query) => {
    const answer = await createHttpBrowser(server.url).get(`/sign-in/reset${query}`);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Sign-in failed');
    expect(answer.text).toContain(errorText('RESET_EXPIRED'));
    expect(answer.text).not.toContain('<script>alert');
  });

  test('answers a form that is sent twice as saved, and a later one as used', async () => {
    const person = await newPerson();
    const link = await linkFor(person);
    expect((await choose(link, CHOSEN)).text).toContain('<h1>Password saved</h1>');
    expect((await choose(link, CHOSEN)).text).toContain('<h1>Password saved</h1>');
    expect((await choose(link, 'Third-horse-9')).status).toBe(400);
    // The password was set by the real clock.
    ticking.now = Date.now() + REPEAT_TIME + 1_000;
    expect((await choose(link, CHOSEN)).status).toBe(400);
  });

  test('answers two forms that are sent at the same time as saved', async () => {
    const link = await linkFor(await newPerson());
    const answers = await Promise.all([choose(link, CHOSEN), choose(link, CHOSEN)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('answers 1 MB of password with a page, and goes on working', async () => {
    const person = await newPerson();
    const link = await linkFor(person);
    const answer = await choose(link, 'z'.repeat(1_000_000));
    expect(answer.status).toBe(413);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect((await choose(link, CHOSEN)).status).toBe(200);
  });

  test('stops working after an hour', async () => {
    const person = await newPerson();
    const link = await linkFor(person);
    ticking.now += RESET_TIME;
    expect((await choose(link, CHOSEN)).status).toBe(400);
    expect(await canSignIn(server.database, person.email, TEST_PASSWORD)).toBe(true);
  });

  test('stops working when the password is changed otherwise', async () => {
    const person = await newPerson();
    const [first, second] = [await linkFor(person), await linkFor(person)];
    await choose(second, CHOSEN);
    expect((await choose(first, 'Third-horse-9')).status).toBe(400);
  });
});
