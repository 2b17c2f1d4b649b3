import { describe, expect, test } from 'vitest';
import { SessionRefused } from '../identity/session.ts';
import { createChangeFeed } from './change-feed.ts';
import { superviseSession } from './supervise-session.ts';

const within = <T>(promise: Promise<T>, ms: number): Promise<T | 'still watching'> =>
  Promise.race([promise, new Promise<'still watching'>((resolve) => setTimeout(resolve, ms, 'still watching'))]);

const PERSON = 'a person';
const ACCOUNT = 'an account';
const feed = createChangeFeed();
const refuse = () => Promise.reject(new SessionRefused(401, 'EMAIL_NOT_RECOGNIZED', 'blocked'));

function watch(confirm: () => Promise<void>, tokenEnds: number | null, checkMs = 5) {
  let stop: () => void = () => {};
  const ended = new Promise<'ended'>((resolve) => {
    const session = { person: { id: PERSON, email: 'p@test.test', name: 'P' }, accountId: ACCOUNT };
    const context = { confirm, tokenEnds, session, changes: feed };
    stop = superviseSession(context, () => resolve('ended'), { checkMs, now: () => 1_000 });
  });
  return { ended, stop };
}

describe('superviseSession', () => {
  test('ends when the token does', async () => {
    expect(await watch(async () => {}, 1_020).ended).toBe('ended');
    expect(await watch(async () => {}, 500).ended).toBe('ended');
  });

  test('ends when the person may no longer view the account', async () => {
    let checks = 0;
    const confirm = async () => {
      checks += 1;
      if (checks === 3) throw new SessionRefused(401, 'EMAIL_NOT_RECOGNIZED', 'blocked');
    };
    expect(await watch(confirm, null).ended).toBe('ended');
    expect(checks).toBe(3);
  });

  test.each([
    ['the person', () => feed.accessChange(PERSON)],
    ['the account', () => feed.accessChange(ACCOUNT)],
    ['anyone, if signals were lost', () => feed.gap()],
  ])('checks at once when the access changes of %s', async (_, change) => {
    const { ended } = watch(refuse, null, 60_000);
    feed.accessChange('another person');
    expect(await within(ended, 10)).toBe('still watching');
    change();
    expect(await ended).toBe('ended');
  });

  test('continues while the database is away, and for tokens that expire in a hundred years', async () => {
    const { ended, stop } = watch(() => Promise.reject(new Error('ECONNREFUSED')), 4e12);
    expect(await within(ended, 40)).toBe('still watching');
    stop();
  });

  test('stops checking once stopped', async () => {
    let checks = 0;
    const confirm = async () => {
      checks += 1;
    };
    const { ended, stop } = watch(confirm, null);
    stop();
    expect(await within(ended, 30)).toBe('still watching');
    expect(checks).toBe(0);
  });
});
