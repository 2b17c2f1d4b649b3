import { createHash } from 'node:crypto';
import { type LedgerEntry, ledgerDate, ledgerPurpose } from '../../delivery/ledger.ts';
import type { DeliveryRequest } from '../../spec.ts';
import type { Command, Reply } from './resp.ts';
import type { RedisSession } from './session.ts';

/** Field of each entry that names the delivery which added it. */
export const DELIVERY_FIELD = '_switchboard_load';

/** A ledger entry, and where the entries of its delivery are: behind `after`, in one piece, with `tag`. */
export type StreamEntry = LedgerEntry & {
  readonly tag: string;
  readonly after: string;
  /**
   * Until the replies of its transaction were read: how many entries it adds, and the ledger entry that it replaces. The server goes
   * on after a command that fails in a transaction, so that rows can be missing.
   */
  readonly unconfirmed?: { readonly rows: number; readonly before: StreamEntry | null };
};

/** Entries of a stream that are read at once. */
const PAGE = 1000;

export type StreamLedger = {
  /** Key of the hash that holds the ledger of the stream, on the same node of a cluster. */
  readonly key: string;
  /** Names this delivery in its entries. */
  readonly tag: string;
  /** The entry of the upload and date, that of the other purpose, and what else is to be removed with them. */
  read(session: RedisSession): Promise<readonly (StreamEntry | null)[]>;
  /** Records that all commands of the transaction succeeded, unless another delivery has followed. */
  confirm(session: RedisSession): Promise<void>;
  /** Ids of the entries of deliveries that are there still. */
  entriesOf(session: RedisSession, held: readonly (StreamEntry | null)[]): Promise<readonly string[]>;
  /** Records the delivery. @param after id of the last entry before it. @param before the ledger entry that it replaces */
  record(sha256: string, after: string, before: StreamEntry | null): Command;
  /** Removes entries, and puts back the ledger entry that was held. */
  undo(session: RedisSession, ids: readonly string[], held: readonly (StreamEntry | null)[]): Promise<void>;
};

/** The ledger of a stream, as one delivery uses it. */
export function streamLedger(stream: string, request: DeliveryRequest): StreamLedger {
  const { accountId, name, mode, fence, epoch, content } = request;
  const isHashTag = /\{[^}]+\}/.test(stream);
  const key = `${isHashTag ? stream : `{${stream}}`}:switchboard`;
  const date = ledgerDate(request, mode === 'truncate') ?? 'all dates';
  const fieldOf = (purpose: string): string => JSON.stringify([accountId, name, date, purpose]);
  const own = ledgerPurpose(request);
  const fields = [fieldOf(own), fieldOf(own === 'proof' ? 'production' : 'proof')] as const;
  const tag = `${createHash('sha256').update(fields[0]).digest('hex').slice(0, 12)}:${epoch}:${fence}`;

  async function entriesAfter(session: RedisSession, { after, tag: wanted }: StreamEntry): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let from = after; ; ) {
      const page = await session.ask(['XRANGE', stream, `(${from}`, '+', 'COUNT', String(PAGE)]);
      const entries = Array.isArray(page) ? (page as readonly Reply[]) : [];
      for (const entry of entries) {
        const [id, named] = Array.isArray(entry) ? (entry as readonly Reply[]) : [];
        if (typeof id !== 'string') continue;
        from = id;
        if (Array.isArray(named) && named[0] === DELIVERY_FIELD && named[1] === wanted) ids.push(id);
        // One transaction added them, so that none of others stands between.
        else if (ids.length > 0) return ids;
      }
      if (entries.length < PAGE) return ids;
    }
  }

  async function readFields(session: RedisSession): Promise<readonly (StreamEntry | null)[]> {
    const texts = await session.ask(['HMGET', key, ...fields]);
    return (Array.isArray(texts) ? (texts as readonly Reply[]) : []).map((text) =>
      typeof text === 'string' ? (JSON.parse(text) as StreamEntry) : null,
    );
  }

  return {
    key,
    tag,
    async read(session) {
      const [held = null, other = null] = await readFields(session);
      if (held?.tag !== tag || held.unconfirmed === undefined) return [held, other];
      const { rows, before } = held.unconfirmed;
      const added = await entriesAfter(session, held);
      if (added.length === rows) return [held, other];
      // Some commands of its transaction failed, and what should have undone the others was lost.
      return [before, other, held];
    },
    async confirm(session) {
      await session.ask(['WATCH', key]);
      const [held = null] = await readFields(session);
      if (held?.tag !== tag || held.unconfirmed === undefined) return;
      const { unconfirmed, ...confirmed } = held;
      await session.askAll([['MULTI'], ['HSET', key, fields[0], JSON.stringify(confirmed)], ['EXEC']]);
    },
    async entriesOf(session, held) {
      const found: string[] = [];
      for (const entry of held) if (entry !== null) found.push(...(await entriesAfter(session, entry)));
      return found;
    },
    record: (sha256, after, held) => {
      const { unconfirmed, ...before } = held ?? {};
      const replaced = held === null ? null : (before as StreamEntry);
      const entry: StreamEntry = {
        ...{ fence, epoch, sha256, bytes: content.bytes, tag, after },
        unconfirmed: { rows: content.rows, before: replaced },
      };
      return ['HSET', key, fields[0], JSON.stringify(entry)];
    },
    async undo(session, ids, [held = null]) {
      const back = held === null ? ['HDEL', key, fields[0]] : ['HSET', key, fields[0], JSON.stringify(held)];
      const removal = ids.length === 0 ? [] : [['XDEL', stream, ...ids]];
      await session.askAll([['MULTI'], ...removal, back, ['EXEC']]);
    },
  };
}

/** The ids among replies: of entries, or of commands that added one. */
export const idsOf = (reply: Reply): readonly string[] =>
  (Array.isArray(reply) ? (reply as readonly Reply[]) : []).flatMap((one) => {
    const id = Array.isArray(one) ? (one[0] as Reply) : one;
    return typeof id === 'string' && /^\d+-\d+$/.test(id) ? [id] : [];
  });
