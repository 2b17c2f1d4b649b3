import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { buildDraft } from '../../../testing/build-account.ts';
import type { Client } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGlobalClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const other = useAccount(server, {}, beforeEach);
const { rows } = account;
const ann = useGlobalClient(server, account, 'developer');
const ben = useGlobalClient(server, account, 'developer');
const viewer = useClient(server, account, ['viewer'], beforeEach);
const stranger = useClient(server, other, ['developer'], beforeEach);
let draft: string;
beforeEach(async () => {
  draft = await buildDraft(server.database, account, '// A draft');
});

type Shown = { readonly person: { readonly name: string }; readonly is_editing: boolean; readonly expires_in: number };
type Presence = { readonly others: readonly Shown[]; readonly own_tabs: number };

async function enter(as: Client, tab: string, editing = false): Promise<Presence | null> {
  const text = `mutation ($id: ID!, $tab: ID!, $editing: Boolean) {
    presence: enter_changelist(changelist_id: $id, tab_id: $tab, editing: $editing) {
      own_tabs others { person { name } is_editing expires_in } } }`;
  return (await as.data<{ presence: Presence | null }>(text, { id: draft, tab, editing })).presence;
}
const leave = (as: Client, tab: string) =>
  as.data(`mutation { leave_changelist(changelist_id: "${draft}", tab_id: "${tab}") }`);
const present = async (): Promise<readonly Shown[]> =>
  (
    await viewer.data<{ changelist: { present: Shown[] } }>(
      `{ changelist(id: "${draft}") { present { person { name } is_editing expires_in } } }`,
    )
  ).changelist.present;
const age = (tab: string, seconds: number) =>
  rows(sql`update draft_presence set seen = now() - make_interval(secs => ${seconds}) where tab_id = ${tab}`);

it('shows each person once, and how many tabs of your own there are', async () => {
  const [first, second, bens] = [randomUUID(), randomUUID(), randomUUID()];
  expect(await enter(ann, first)).toEqual({ others: [], own_tabs: 0 });
  expect(await enter(ann, second, true)).toEqual({ others: [], own_tabs: 1 });
  expect(await enter(ben, bens)).toMatchObject({ own_tabs: 0, others: [{ is_editing: true }] });
  expect(await present()).toHaveLength(2);
  await leave(ann, second);
  expect(await enter(ben, bens)).toMatchObject({ others: [{ is_editing: false }] });
  await leave(ann, first);
  expect(await enter(ben, bens)).toEqual({ others: [], own_tabs: 0 });
});

it('forgets a tab that has not reported for 90 s, and removes its row', async () => {
  const [crashed, alive] = [randomUUID(), randomUUID()];
  await enter(ann, crashed, true);
  await age(crashed, 80);
  const [last] = await present();
  expect(last?.expires_in).toBeGreaterThan(0);
  expect(last?.expires_in).toBeLessThanOrEqual(10);
  await age(crashed, 91);
  expect(await present()).toEqual([]);
  expect(await enter(ben, alive)).toEqual({ others: [], own_tabs: 0 });
  expect(await rows(sql`select tab_id from draft_presence`)).toEqual([{ tab_id: alive }]);
});

it('never shows a viewer, or the reader of a published version, as editing', async () => {
  await enter(viewer, randomUUID(), true);
  expect(await present()).toMatchObject([{ is_editing: false }]);
  draft = account.changelistId;
  await enter(ann, randomUUID(), true);
  expect(await present()).toMatchObject([{ is_editing: false }]);
});

it('keeps 20 tabs of a person at most', async () => {
  for (let count = 0; count < 22; count += 1) await enter(ann, randomUUID());
  expect(await rows(sql`select 1 from draft_presence`)).toHaveLength(20);
});

it('takes no tab of somebody else, and no row of another account', async () => {
  const tab = randomUUID();
  await enter(ann, tab, true);
  expect(await enter(ben, tab)).toBeNull();
  await leave(ben, tab);
  expect(await present()).toMatchObject([{ is_editing: true }]);
  expect(await enter(stranger, randomUUID())).toBeNull();
  await leave(stranger, tab);
  expect(await other.rows(sql`select 1 from draft_presence`)).toEqual([]);
  expect(await present()).toHaveLength(1);
});

it('refuses a tab without a UUID, and knows no changelist without one', async () => {
  const bad = await ann.ask(`mutation { enter_changelist(changelist_id: "${draft}", tab_id: "x") { own_tabs } }`);
  expect(bad.errors[0]?.message).toBe('tab_id must be a UUID.');
  draft = 'x';
  expect(await enter(ann, randomUUID())).toBeNull();
  await leave(ann, randomUUID());
});
