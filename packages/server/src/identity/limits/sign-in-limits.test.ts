import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { codeAt, enrolApp } from '../../../testing/factors.ts';
import { useHttpServer } from '../../../testing/hooks/use-server.ts';
import {
  type Answer,
  codeRequest,
  createHttpBrowser,
  type HttpBrowser,
  isSignedIn,
} from '../../../testing/http-browser.ts';
import { startHttpServer } from '../../../testing/http-server.ts';
import { addPerson, newEmail, TEST_PASSWORD } from '../../../testing/people.ts';
import { ADDRESS_ALLOWANCES } from './sign-in-limits.ts';

const START = Date.parse('2026-11-20T10:00:30Z');
let now = START;
let networks = 0;
const options = { now: () => now, allowances: ADDRESS_ALLOWANCES, trustedProxies: ['127.0.0.1'] };
const server = useHttpServer(options);
const direct = useHttpServer({ ...options, trustedProxies: [] });

beforeEach(() => {
  now += 3_600_000;
});

/** An address that no other test has. */
function newAddress(): string {
  networks += 1;
  return `198.51.${networks >> 8}.${networks & 255}`;
}
const browserAt = (address: string, url = server.url): HttpBrowser =>
  createHttpBrowser(url, { 'x-forwarded-for': address });

async function openPage(browser: HttpBrowser): Promise<string> {
  const { url } = await browser.follow(await browser.get(codeRequest(server.url).path), '/sign-in');
  return url?.pathname ?? '';
}
async function newPerson(): Promise<{ readonly id: string; readonly email: string }> {
  const email = newEmail('limits');
  return { email, id: await addPerson(server.database, { email }) };
}
/** A browser in which a person has signed in, with a new page that asks for the password. */
async function knownBrowser(address: string, email: string): Promise<{ browser: HttpBrowser; page: string }> {
  const browser = browserAt(address);
  const done = await browser.post(await openPage(browser), { email, password: TEST_PASSWORD });
  expect(isSignedIn(done)).toBe(true);
  const device = browser.cookies.get('switchboard_device') ?? '';
  const later = createHttpBrowser(server.url, { 'x-forwarded-for': address, cookie: `switchboard_device=${device}` });
  return { browser: later, page: await openPage(later) };
}
async function failTimes(times: number, browser: HttpBrowser, page: string, email: string): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let attempt = 0; attempt < times; attempt++)
    answers.push(await browser.post(page, { email, password: 'wrong' }));
  return answers;
}

const statusTimes = (status: number, times: number): number[] => Array.from({ length: times }, () => status);

test('a stranger who fails does not keep the owner of a name from signing in', async () => {
  const { email } = await newPerson();
  const stranger = browserAt(newAddress());
  const failures = await failTimes(6, stranger, await openPage(stranger), email);
  expect(failures.at(-1)?.status).toBe(429);
  const owner = browserAt(newAddress());
  expect(isSignedIn(await owner.post(await openPage(owner), { email, password: TEST_PASSWORD }))).toBe(true);
});

test('an address that tries many names is refused with a sentence and the time to wait, and may go on later', async () => {
  const { email } = await newPerson();
  const browser = browserAt(newAddress());
  const page = await openPage(browser);
  const answers: Answer[] = [];
  for (let name = 0; name < 40; name++)
    answers.push(await browser.post(page, { email: newEmail(`name-${name}`), password: 'wrong' }));
  expect(answers.map(({ status }) => status)).toEqual([...statusTimes(401, 30), ...statusTimes(429, 10)]);
  const refused = await browser.post(page, { email, password: TEST_PASSWORD });
  expect(refused.status).toBe(429);
  const [, hours, minutes] =
    /Too many attempts to sign in came from your network\. Try again after (\d\d):(\d\d) UTC\./.exec(refused.text) ??
    [];
  const wait = Number(refused.headers.get('retry-after'));
  expect(new Date(now + wait * 1000).toISOString().slice(11, 16)).toBe(`${hours}:${minutes}`);
  now += wait * 1000;
  expect(isSignedIn(await browser.post(await openPage(browser), { email, password: TEST_PASSWORD }))).toBe(true);
});

test('the right passwords of one address are not counted', async () => {
  const { email } = await newPerson();
  const address = newAddress();
  for (let person = 0; person < 40; person++) {
    const browser = browserAt(address);
    expect(isSignedIn(await browser.post(await openPage(browser), { email, password: TEST_PASSWORD }))).toBe(true);
  }
});

test('a known device signs in while its address is refused and the name is locked', async () => {
  const { email } = await newPerson();
  const address = newAddress();
  const known = await knownBrowser(address, email);
  const stranger = browserAt(address);
  const page = await openPage(stranger);
  await failTimes(6, stranger, page, email);
  for (let name = 0; name < 40; name++) await stranger.post(page, { email: newEmail('x'), password: 'wrong' });
  expect((await stranger.post(page, { email, password: TEST_PASSWORD })).status).toBe(429);
  expect(isSignedIn(await known.browser.post(known.page, { email, password: TEST_PASSWORD }))).toBe(true);
});

test('a known device is locked by its own failures, and is known for its people alone', async () => {
  const [own, other] = await Promise.all([newPerson(), newPerson()]);
  const { browser, page } = await knownBrowser(newAddress(), own.email);
  expect((await failTimes(5, browser, page, other.email)).at(-1)?.status).toBe(429);
  expect(isSignedIn(await browserSignsIn(other.email))).toBe(true);
  const answers = await failTimes(6, browser, page, own.email);
  expect(answers.at(-1)?.status).toBe(429);
  expect((await browser.post(page, { email: own.email, password: TEST_PASSWORD })).status).toBe(429);
});

async function browserSignsIn(email: string): Promise<Answer> {
  const browser = browserAt(newAddress());
  return browser.post(await openPage(browser), { email, password: TEST_PASSWORD });
}

test('a forged device cookie is that of a stranger', async () => {
  const { email } = await newPerson();
  const address = newAddress();
  await knownBrowser(address, email);
  const forged = createHttpBrowser(server.url, {
    'x-forwarded-for': address,
    cookie: `switchboard_device=${Buffer.from('a device of my own').toString('base64url')}`,
  });
  expect((await failTimes(6, forged, await openPage(forged), email)).at(-1)?.status).toBe(429);
  expect(isSignedIn(await browserSignsIn(email))).toBe(true);
});

test('a name is refused after 100 failures in a row from many addresses, but not in a known device', async () => {
  const { email } = await newPerson();
  const known = await knownBrowser(newAddress(), email);
  for (let address = 0; address < 25; address++) {
    const browser = browserAt(newAddress());
    await failTimes(4, browser, await openPage(browser), email);
  }
  expect((await browserSignsIn(email)).status).toBe(429);
  expect(isSignedIn(await known.browser.post(known.page, { email, password: TEST_PASSWORD }))).toBe(true);
});

test('a stranger who knows the password cannot lock the codes of a known device', async () => {
  const { id, email } = await newPerson();
  const known = await knownBrowser(newAddress(), email);
  const { secret } = await enrolApp(server, { id, email }, now);
  const ticketIn = ({ text }: Answer): string => /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const enterCode = async (browser: HttpBrowser, page: string, code: string): Promise<Answer> => {
    const asked = await browser.post(page, { email, password: TEST_PASSWORD });
    return browser.post(`${page}/factor`, { ticket: ticketIn(asked), code });
  };
  const stranger = browserAt(newAddress());
  const page = await openPage(stranger);
  for (let attempt = 0; attempt < 5; attempt++) await enterCode(stranger, page, '000000');
  now += 30_000;
  expect((await enterCode(stranger, page, codeAt(secret, now))).status).toBe(429);
  expect(isSignedIn(await enterCode(known.browser, known.page, codeAt(secret, now)))).toBe(true);
});

test('pages that an address opens without end are refused before they are stored', async () => {
  const browser = browserAt(newAddress());
  const pages = () =>
    server.database.withIdentity(async (tx) => {
      const { rows } = await sql<{ pages: number }>`
        select count(*)::int as pages from oidc_payload where kind = 'Interaction'`.execute(tx);
      return rows[0]?.pages ?? 0;
    });
  const before = await pages();
  const answers: Answer[] = [];
  const openPages = async (): Promise<void> => {
    for (let page = 0; page < 50; page += 1) answers.push(await browser.get(codeRequest(server.url).path));
  };
  // Side by side, but no more than the server has connections: others would be shed on a slow machine.
  await Promise.all(Array.from({ length: 6 }, openPages));
  expect((await pages()) - before).toBe(120);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(180);
  expect(refused[0]?.text).toContain('Too many attempts to sign in came from your network.');
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await browserAt(newAddress()).get(codeRequest(server.url).path)).status).toBe(303);
});

test('processes of an installation share the limits', async () => {
  const second = await startHttpServer(options, server);
  try {
    const address = newAddress();
    const browsers = [browserAt(address), browserAt(address, second.url)];
    const pages = await Promise.all(browsers.map(openPage));
    const statuses: number[] = [];
    for (let name = 0; name < 32; name++) {
      const turn = name % 2;
      const answer = await browsers[turn]?.post(pages[turn] ?? '', { email: newEmail('both'), password: 'wrong' });
      statuses.push(answer?.status ?? 0);
    }
    expect(statuses).toEqual([...statusTimes(401, 30), 429, 429]);
  } finally {
    await second.stop();
  }
});

test('the address that a client claims counts only from a trusted proxy', async () => {
  const statuses: number[] = [];
  const browser = createHttpBrowser(direct.url);
  const { url } = await browser.follow(await browser.get(codeRequest(direct.url).path), '/sign-in');
  for (let name = 0; name < 31; name++) {
    const cookie = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const claiming = createHttpBrowser(direct.url, { 'x-forwarded-for': newAddress(), cookie });
    statuses.push((await claiming.post(url?.pathname ?? '', { email: newEmail('claim'), password: 'wrong' })).status);
  }
  expect(statuses).toEqual([...statusTimes(401, 30), 429]);
});
