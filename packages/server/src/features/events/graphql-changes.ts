import { builder, VIEW } from '../../graphql/builder.ts';
import type { ChangeSet } from '../../graphql/change-feed.ts';
import { boolean } from '../../graphql/columns.ts';
import { accountOf, type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { superviseSession } from '../../graphql/supervise-session.ts';
import { type ChangelistRow, changelistRef, changelistsById } from '../changelists/graphql-changelist.ts';
import { downloadRef } from '../transfers/downloads/graphql.ts';
import { type DownloadRow, downloadsById } from '../transfers/downloads/queries.ts';
import { uploadRef } from '../transfers/uploads/graphql.ts';
import { type UploadRow, uploadsById } from '../transfers/uploads/queries.ts';
import { eventRef } from './graphql.ts';
import { type EventRow, eventsById } from './queries.ts';

type ChangedRows = {
  readonly downloads: DownloadRow[];
  readonly uploads: UploadRow[];
  readonly events: EventRow[];
  readonly changelists: ChangelistRow[];
};

const changesRef = builder.objectRef<ChangeSet>('Changes');

/** All followers of an account get the same set, so its rows are read once. */
const rowsOfSets = new WeakMap<ChangeSet, Promise<ChangedRows>>();

function rowsOf(context: GraphqlContext, set: ChangeSet): Promise<ChangedRows> {
  const known = rowsOfSets.get(set);
  if (known) return known;
  const rows = inAccount(context, async (tx, accountId) => ({
    downloads: [...(await downloadsById(tx, accountId, set.downloads)).values()],
    uploads: [...(await uploadsById(tx, accountId, set.uploads)).values()],
    events: [...(await eventsById(tx, accountId, set.events)).values()],
    changelists: [...(await changelistsById(tx, accountId, set.changelists)).values()],
  }));
  rowsOfSets.set(set, rows);
  return rows;
}

/** Follows the account until the client disconnects or loses access. */
function followAccount(context: GraphqlContext, missedMs: number | undefined): AsyncIterableIterator<ChangeSet> {
  const changes = context.changes.follow(accountOf(context), missedMs);
  const finish = (): Promise<IteratorResult<ChangeSet>> => {
    stop();
    return changes.return?.() ?? Promise.resolve({ done: true, value: undefined });
  };
  const stop = superviseSession(context, () => void finish());
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const result = await changes.next();
      // Rows loaded for the previous set are stale.
      context.loaders.clear();
      if (result.done) stop();
      return result;
    },
    return: finish,
  };
}

/** Live changes of an account. */
export function defineChanges(): void {
  defineObject(changesRef, {
    description:
      'Changes in the account since the previous message: at most a few hundred rows, a few times per second.',
    authScopes: VIEW,
    columns: { overflow: boolean('Whether more rows changed than fit: fetch the lists again.') },
    fields: (t) => ({
      downloads: t.field({
        type: [downloadRef],
        description: 'New or changed downloads.',
        resolve: async (set, _args, context) => (await rowsOf(context, set)).downloads,
      }),
      uploads: t.field({
        type: [uploadRef],
        description: 'New or changed uploads.',
        resolve: async (set, _args, context) => (await rowsOf(context, set)).uploads,
      }),
      events: t.field({
        type: [eventRef],
        description: 'New or commented events.',
        resolve: async (set, _args, context) => (await rowsOf(context, set)).events,
      }),
      changelists: t.field({
        type: [changelistRef],
        description: 'New or changed drafts and versions of the script.',
        resolve: async (set, _args, context) => (await rowsOf(context, set)).changelists,
      }),
      incidents: t.idList({
        description: 'Ids of incidents that people acknowledged, assigned, snoozed, muted or commented.',
        resolve: ({ incidents }) => [...incidents],
      }),
    }),
  });
  builder.subscriptionField('changes', (t) =>
    t.field({
      type: changesRef,
      authScopes: VIEW,
      description: 'Changes of the account from now on; ends with the session.',
      args: {
        missed_ms: t.arg.int({
          description:
            'Milliseconds before now from which changes may have been missed: the first message has those, or an overflow.',
        }),
      },
      subscribe: (_root, { missed_ms }, context) => followAccount(context, missed_ms ?? undefined),
      resolve: (set) => set,
    }),
  );
}
