import { describe, expect, test } from 'vitest';
import { parseChange } from '../api/graphql/change-listener.ts';
import { type ChangeSet, createChangeFeed, mergeChanges } from './change-feed.ts';

const A = '01990000-0000-7000-8000-00000000000a';
const B = '01990000-0000-7000-8000-00000000000b';
const set = (more: Partial<ChangeSet>): ChangeSet => ({
  downloads: [],
  uploads: [],
  events: [],
  changelists: [],
  incidents: [],
  overflow: false,
  ...more,
});

describe('a feed', () => {
  test('gathers the changes of an interval into one set, each id once', async () => {
    const feed = createChangeFeed({ gatherMs: 20 });
    const reader = feed.follow(A);
    const next = reader.next();
    feed.change('download', A, 'one');
    feed.change('download', A, 'one');
    feed.change('upload', A, 'two');
    feed.change('event', A, 'three');
    expect(await next).toEqual({
      done: false,
      value: set({ downloads: ['one'], uploads: ['two'], events: ['three'] }),
    });
    feed.change('download', A, 'four');
    expect((await reader.next()).value).toEqual(set({ downloads: ['four'] }));
    feed.close();
  });

  test('sends the same set to every follower of the account, and to no other', async () => {
    const feed = createChangeFeed({ gatherMs: 5 });
    const [first, second, other] = [feed.follow(A), feed.follow(A), feed.follow(B)];
    const both = Promise.all([first.next(), second.next()]);
    const others = other.next();
    feed.change('download', A, 'mine');
    const [one, two] = await both;
    expect(one.value).toBe(two.value);
    feed.change('download', B, 'theirs');
    expect((await others).value).toEqual(set({ downloads: ['theirs'] }));
    feed.close();
  });

  test('buffers changes for a slow reader, up to a limit', async () => {
    const feed = createChangeFeed({ gatherMs: 1, maxIds: 3 });
    const slow = feed.follow(A);
    const quick = feed.follow(A);
    for (let n = 0; n < 5; n += 1) {
      const next = quick.next();
      feed.change('download', A, `id${n}`);
      expect((await next).value).toEqual(set({ downloads: [`id${n}`] }));
    }
    expect((await slow.next()).value).toEqual(set({ downloads: ['id0', 'id1', 'id2'], overflow: true }));
    feed.close();
  });

  test('begins with the changes that a follower may have missed', async () => {
    let time = 0;
    const feed = createChangeFeed({ gatherMs: 1, keepMs: 1_000, now: () => time });
    const first = async (missedMs: number): Promise<ChangeSet> =>
      (await feed.follow(A, missedMs).next()).value as ChangeSet;
    feed.change('download', A, 'one');
    feed.change('download', B, 'theirs');
    time = 900;
    feed.change('upload', A, 'two');
    expect(await first(0)).toEqual(set({ downloads: ['one'], uploads: ['two'] }));
    time = 1_500;
    feed.change('download', A, 'three');
    expect(await first(1_500)).toEqual(set({ downloads: ['one', 'three'], uploads: ['two'] }));
    time = 2_600;
    expect(await first(1_100)).toEqual(set({ downloads: ['three'] }));
    expect(await first(1_101)).toEqual(set({ overflow: true }));
    feed.close();
  });

  test('begins with nothing for a follower who missed nothing', async () => {
    let time = 0;
    const feed = createChangeFeed({ gatherMs: 1, now: () => time });
    feed.change('download', A, 'before');
    feed.change('download', B, 'before');
    time = 10;
    const [from, quiet] = [feed.follow(A), feed.follow(B, 9)];
    const next = Promise.all([from.next(), quiet.next()]);
    feed.change('download', A, 'after');
    feed.change('download', B, 'after');
    const after = { done: false, value: set({ downloads: ['after'] }) };
    expect(await next).toEqual([after, after]);
    feed.close();
  });

  test('keeps a limited number of changes for followers to come, and none across a gap', async () => {
    const feed = createChangeFeed({ gatherMs: 1, maxIds: 2, now: () => 0 });
    for (const id of ['one', 'two', 'three']) feed.change('download', A, id);
    expect((await feed.follow(A, 0).next()).value).toEqual(set({ downloads: ['one', 'two'], overflow: true }));
    feed.gap();
    const missed = feed.follow(A, 1);
    expect((await missed.next()).value).toEqual(set({ overflow: true }));
    feed.close();
  });

  test('reports an overflow when changes may be missing', async () => {
    const feed = createChangeFeed({ gatherMs: 1 });
    const reader = feed.follow(A);
    feed.gap();
    expect((await reader.next()).value).toEqual(set({ overflow: true }));
    feed.close();
  });

  test('ends for a reader that leaves, also during a wait, and for all readers when it closes', async () => {
    const feed = createChangeFeed({ gatherMs: 1 });
    const leaving = feed.follow(A);
    const waiting = leaving.next();
    await leaving.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await leaving.next()).toEqual({ done: true, value: undefined });
    const staying = feed.follow(A);
    const last = staying.next();
    feed.close();
    expect(await last).toEqual({ done: true, value: undefined });
    expect(await feed.follow(A).next()).toEqual({ done: true, value: undefined });
  });

  test('a follower that leaves does not affect the others', async () => {
    const feed = createChangeFeed({ gatherMs: 1 });
    const [leaving, staying] = [feed.follow(A), feed.follow(A)];
    await leaving.return?.();
    feed.change('upload', A, 'one');
    expect((await staying.next()).value).toEqual(set({ uploads: ['one'] }));
    feed.close();
  });
});

test('mergeChanges keeps what came first, and an overflow', () => {
  const first = set({ downloads: ['a', 'b'], overflow: true });
  expect(mergeChanges(first, set({ downloads: ['b', 'c'], events: ['e'] }), 5)).toEqual(
    set({ downloads: ['a', 'b', 'c'], events: ['e'], overflow: true }),
  );
});

test.each([
  [`download ${A} ${B}`, { kind: 'download', accountId: A, id: B }],
  [`flow ${A} ${B}`, null],
  [`download ${A}`, null],
  ['', null],
  [`upload x ${B}`, null],
])('parseChange(%s)', (payload, expected) => {
  expect(parseChange(payload)).toEqual(expected);
});
