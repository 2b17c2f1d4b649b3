import { withKey } from '@switchboard/language';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { ServiceOptions } from '../../graphql/context.ts';
import { recordKeyChange } from '../../identity/keys/record-key-change.ts';
import { lockStoredKey, readKeyNamed, type StoredKey } from '../../identity/keys/store-key.ts';
import type { Session } from '../../identity/session.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { causeNow } from '../../observe/cause.ts';
import { takeRunningScript, takeRunningScriptOfFlow } from '../../pipeline/state/start-again.ts';
import { UNIT_KINDS } from '../../pipeline/state/unit-kinds.ts';
import { releaseBlocked } from '../../units/unit.ts';
import { changeFiles } from '../changelists/change-draft.ts';
import type { FileChange } from '../changelists/file-changes.ts';
import { requiresApproval } from '../changelists/publish/approval.ts';
import { publishScript } from '../changelists/publish/publish.ts';
import { lockPublications, rebaseDrafts, type ScriptFile } from '../changelists/stored-changelist.ts';
import { type FoundReference, findReferences, type NamingChangelist } from './find-references.ts';

/** From one key to another, by their present or former names. */
export type Repointing = { readonly from: string; readonly to: string };

export type RepointProblem =
  | { readonly kind: 'missing'; readonly name: string }
  | { readonly kind: 'refused'; readonly reason: string };

export type RepointPreview =
  | RepointProblem
  | { readonly kind: 'preview'; readonly from: string; readonly to: string; readonly items: readonly FoundReference[] };

/** Result for one place. */
export type RepointOutcome = {
  readonly id: string;
  /** Null for a place that is not there any more. */
  readonly item: FoundReference | null;
  readonly outcome: 'repointed' | 'changed_meanwhile' | 'refused';
  /** Why not; null when it was. */
  readonly message: string | null;
};

export type RepointAnswer =
  | RepointProblem
  | {
      readonly kind: 'done';
      /** The script that was published; null when no place of the published one changed. */
      readonly changelistId: string | null;
      readonly outcomes: readonly RepointOutcome[];
    };

/** Every place that names the one key, and whether it can name the other. Changes nothing. */
export function previewRepoint(
  { database }: Pick<ServiceOptions, 'database'>,
  accountId: string,
  repointing: Repointing,
): Promise<RepointPreview> {
  return database.withAccount(accountId, async (tx) => {
    const keys = await readKeys(tx, accountId, repointing, false);
    if ('kind' in keys) return keys;
    const items = await findReferences(tx, accountId, keys, false);
    return { kind: 'preview', from: keys.from.name, to: keys.to.name, items };
  });
}

/**
 * Writes another key into the chosen places: those of the published script by publishing it once more, those of drafts in the
 * drafts. A place counts only as it was previewed. All in one transaction, with the event and the histories of both keys.
 */
export function repointKey(
  { database, queue, now }: Pick<ServiceOptions, 'database' | 'queue' | 'now'>,
  accountId: string,
  { person }: Session,
  { chosen, ...repointing }: Repointing & { readonly chosen: readonly string[] },
): Promise<RepointAnswer> {
  return database.withAccount(accountId, async (tx): Promise<RepointAnswer> => {
    await lockPublications(tx, accountId);
    const keys = await readKeys(tx, accountId, repointing, true);
    if ('kind' in keys) return keys;
    const { from, to } = keys;
    const found = new Map((await findReferences(tx, accountId, keys, true)).map((item) => [item.id, item]));
    const wanted = [...new Set(chosen)].map((id) => ({ id, item: found.get(id) ?? null }));
    const usable = wanted.flatMap(({ item }) => (item !== null && item.problem === null ? [item] : []));
    const byChangelist = Map.groupBy(usable, ({ changelist }) => changelist);
    const running = [...byChangelist.keys()].find(({ status }) => status === 'running');
    const published = running && byChangelist.get(running);
    let changelistId: string | null = null;
    let refusal: string | null = null;
    if (running !== undefined && published !== undefined) {
      if (await requiresApproval(tx, accountId)) refusal = NEEDS_APPROVAL_TO_REPOINT;
      else {
        const result = await publishScript(tx, {
          accountId,
          personId: person.id,
          now: now(),
          description: `Key ${from.name} replaced by ${to.name}`.slice(0, 500),
          files: filesAfter(running, published, to.name),
        });
        if (result.kind === 'published') changelistId = result.changelistId;
        else refusal = result.messages.find(({ type }) => type === 'error')?.message ?? 'The script was refused.';
      }
    }
    const refusals = new Map(running && refusal !== null ? [[running, refusal]] : []);
    for (const [draft, items] of byChangelist) {
      if (draft === running) continue;
      const refused = await changeFiles(
        tx,
        { accountId, changelistId: draft.id },
        changesOf(draft, items, to.name),
        person,
      );
      if (refused !== null) refusals.set(draft, refused.kind === 'refused' ? refused.reason : CHANGED_MEANWHILE);
    }
    if (running !== undefined && changelistId !== null) {
      // A draft that does not name the former key any more has the same change as the published script.
      const left = await findReferences(tx, accountId, keys, true);
      await rebaseDrafts(tx, {
        accountId,
        before: running.id,
        after: changelistId,
        except: left.map(({ changelist }) => changelist.id),
      });
    }

    const outcomes = wanted.map(({ id, item }): RepointOutcome => {
      if (item === null) return { id, item, outcome: 'changed_meanwhile', message: CHANGED_MEANWHILE };
      const message = item.problem ?? refusals.get(item.changelist) ?? null;
      return { id, item, outcome: message === null ? 'repointed' : 'refused', message };
    });
    const done = outcomes.flatMap(({ item, outcome }) => (item !== null && outcome === 'repointed' ? [item] : []));
    if (done.length > 0) await record(tx, { accountId, personId: person.id, by: person.name, keys, done });
    if (changelistId !== null && published !== undefined) {
      await moveWaiting(tx, accountId, from.name, published);
      const cause = causeNow(null, { account: accountId });
      await releaseBlocked(tx, { queue, kinds: UNIT_KINDS }, accountId, { kind: 'key', name: from.name }, { cause });
    }
    return { kind: 'done', changelistId, outcomes };
  });
}

const CHANGED_MEANWHILE = 'It was changed meanwhile.';
const NEEDS_APPROVAL_TO_REPOINT =
  'Publishing requires the approval of another person. Replace the key in a draft, and publish that once it is approved.';

type Keys = { readonly from: StoredKey; readonly to: StoredKey };

/** Both keys. @param lock until the transaction ends, in the order of their ids */
async function readKeys(
  tx: Tx,
  accountId: string,
  { from, to }: Repointing,
  lock: boolean,
): Promise<Keys | RepointProblem> {
  const found = { from: await readKeyNamed(tx, accountId, from), to: await readKeyNamed(tx, accountId, to) };
  if (found.from === null || found.to === null) return { kind: 'missing', name: found.from === null ? from : to };
  if (found.from.id === found.to.id) return { kind: 'refused', reason: 'Choose another key.' };
  const locked = new Map<string, StoredKey | null>();
  for (const key of [found.from, found.to].toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    locked.set(key.id, lock ? await lockStoredKey(tx, accountId, key.id) : key);
  const keys = { from: locked.get(found.from.id), to: locked.get(found.to.id) };
  if (!keys.from || !keys.to) return { kind: 'missing', name: keys.from ? to : from };
  if (keys.to.status !== 'active')
    return { kind: 'refused', reason: `Key ${keys.to.name} is suspended. Unsuspend it first.` };
  return { from: keys.from, to: keys.to };
}

/** The files of a changelist with another key at these places. */
function filesAfter({ files }: NamingChangelist, items: readonly FoundReference[], key: string): ScriptFile[] {
  const byPath = Map.groupBy(items, ({ path }) => path);
  return files.map(({ path, text }) => ({ path, text: withKey(text, byPath.get(path) ?? [], key) }));
}

/** The files that name the key, with the other key. */
function changesOf(draft: NamingChangelist, items: readonly FoundReference[], key: string): FileChange[] {
  const paths = new Set(items.map(({ path }) => path));
  return filesAfter(draft, items, key).filter(({ path }) => paths.has(path));
}

type Record = {
  readonly accountId: string;
  readonly personId: string;
  readonly by: string;
  readonly keys: Keys;
  readonly done: readonly FoundReference[];
};

async function record(tx: Tx, { accountId, personId, by, keys: { from, to }, done }: Record): Promise<void> {
  const items = [
    ...new Set(done.map(({ name, changelist }) => (changelist.status === 'running' ? name : `${name} (draft)`))),
  ];
  const parameters = { person: by, items: items.join(', '), former: from.name, key: to.name };
  await recordEvent(tx, { accountId, severity: 'info', code: 'KEY_REPOINTED', parameters });
  const common = { accountId, personId, change: 'repointed' } as const;
  await recordKeyChange(tx, { ...common, keyId: from.id, details: { items, present: to.name } });
  await recordKeyChange(tx, { ...common, keyId: to.id, details: { items, former: from.name } });
}

/** Work that waits for the former key goes on with the script that names the other one. */
async function moveWaiting(
  tx: Tx,
  accountId: string,
  key: string,
  published: readonly FoundReference[],
): Promise<void> {
  const namesOf = (kind: FoundReference['kind']) =>
    published.flatMap((item) => (item.kind === kind && !item.isTest ? [item.name] : []));
  const waiting = sql`
    select from unit u where u.account_id = d.account_id and u.id = d.id and u.state = 'held'
      and u.blocked_kind in ('key', 'key_slot') and u.blocked_by = ${key}`;
  const downloads = await sql<{ id: string }>`
    select d.id from download d where d.account_id = ${accountId}::uuid and d.source = any(${namesOf('download')}::text[])
      and exists (${waiting})
  `.execute(tx);
  for (const { id: unitId } of downloads.rows) await takeRunningScript(tx, { accountId, unitId });
  const flows = await sql<{ flow_id: string }>`
    select distinct d.flow_id from upload d where d.account_id = ${accountId}::uuid and d.name = any(${namesOf('upload')}::text[])
      and exists (${waiting})
  `.execute(tx);
  for (const { flow_id: unitId } of flows.rows) await takeRunningScriptOfFlow(tx, { accountId, unitId });
}
