import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** A chain of the audit log whose hashes agree, from the entry after its newest anchor up to its newest entry. */
export type VerifiedChain = {
  readonly chain: string;
  /** Id of the account; null for the acts that concern none. */
  readonly accountId: string | null;
  readonly urlName: string | null;
  readonly entries: number;
  /** Place and hash of the newest entry: a later verification can prove that the log still contains it. */
  readonly head: ChainHead | null;
  /** The first disagreement; null when there is none. */
  readonly problem: ChainProblem | null;
};

export type ChainHead = { readonly sequence: number; readonly hash: string };

export type ChainProblem = {
  /** Place in the chain; null for an entry without a place. */
  readonly sequence: number | null;
  readonly kind: 'missing' | 'changed' | 'unlinked' | 'unsealed';
};

type Row = {
  readonly kind: string;
  readonly after: Readonly<Record<string, unknown>>;
  readonly sequence: number;
  readonly text: string;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
};

const BATCH = 1_000;
/** Kind of the entries that record which entries expired. */
const ANCHOR = 'audit_entries_expired';

/** The text that a hash covers. Written here again, since a function of the database could be replaced with the rows. */
const TEXT: RawBuilder<string> = sql`jsonb_build_array(e.chain, e.sequence, e.id, (extract(epoch from e.created) * 1000000)::bigint,
  e.kind, e.actor, e.person_id, e.service_token_id, e.subject_id, e.target_kind, e.target_id, e.target_name, e.before, e.after,
  e.address, e.user_agent, e.request_id)::text`;

/**
 * Verifies the chains of all accounts, one after the other, each in batches.
 * @param kept heads of an earlier verification by chain, which the chains must still contain, unless the installation recorded that
 *   their account was erased
 */
export async function* verifyChains(
  database: Database,
  kept: ReadonlyMap<string, ChainHead> = new Map(),
): AsyncGenerator<VerifiedChain> {
  const { rows } = await database.withSystem((tx) =>
    sql<{ chain: string; account_id: string | null; url_name: string | null; unsealed: number }>`
      select e.chain, e.account_id, a.url_name, count(*) filter (where e.hash is null) as unsealed
      from audit_entry e left join account a on a.id = e.account_id
      where a.erasure_started is null
      group by e.chain, e.account_id, a.url_name order by a.url_name nulls first`.execute(tx),
  );
  for (const { chain, account_id: accountId, url_name: urlName, unsealed } of rows) {
    const { entries, head, problem } = await verifyChain(database, chain, kept.get(chain));
    const missing = unsealed === 0 ? null : ({ sequence: null, kind: 'unsealed' } as const);
    yield { chain, accountId, urlName, entries, head, problem: problem ?? missing };
  }
  const found = new Set([...rows.map(({ chain }) => chain), ...(await erasedChains(database))]);
  for (const chain of kept.keys()) {
    const problem = { sequence: 1, kind: 'missing' } as const;
    if (!found.has(chain)) yield { chain, accountId: null, urlName: chain, entries: 0, head: null, problem };
  }
}

/** The chains of accounts whose erasure has begun, each of which an entry of its own or of the installation records. */
async function erasedChains(database: Database): Promise<readonly string[]> {
  const { rows } = await database.withSystem((tx) =>
    sql<{ id: string }>`
      select a.id from account a where a.erasure_started is not null and (a.erased is null or exists (
        select from audit_entry e where e.account_id is null and e.kind = 'account_erased' and e.target_id = a.id))`.execute(
      tx,
    ),
  );
  return rows.map(({ id }) => id);
}

type Verification = Pick<VerifiedChain, 'entries' | 'head' | 'problem'>;

/** Reads a chain again whose beginning expired while it was read. */
async function verifyChain(database: Database, chain: string, kept: ChainHead | undefined): Promise<Verification> {
  for (;;) {
    const first = await firstSequence(database, chain);
    const found = await verifyOnce(database, chain, kept);
    if (found.problem === null || first === (await firstSequence(database, chain))) return found;
  }
}

async function verifyOnce(database: Database, chain: string, kept: ChainHead | undefined): Promise<Verification> {
  let entries = 0;
  let head: ChainHead | null = null;
  let first: Row | null = null;
  let previous: Buffer = Buffer.alloc(0);
  let anchor: ChainHead | null = null;
  for (;;) {
    const rows = await readBatch(database, chain, head?.sequence ?? 0);
    const [earliest] = rows;
    if (first === null && earliest !== undefined) {
      first = earliest;
      // Whether the entries before it have left is seen at the anchor.
      previous = earliest.sequence === 1 ? previous : earliest.previous_hash;
    }
    for (const row of rows) {
      const problem = problemOf(row, (head?.sequence ?? row.sequence - 1) + 1, previous);
      if (problem !== null) return { entries, head, problem };
      entries += 1;
      previous = row.hash;
      head = { sequence: row.sequence, hash: row.hash.toString('hex') };
      anchor = readAnchor(row) ?? anchor;
      if (kept?.sequence === head.sequence && kept.hash !== head.hash)
        return { entries, head, problem: { sequence: head.sequence, kind: 'changed' } };
    }
    if (rows.length === BATCH) continue;
    const length = head?.sequence ?? 0;
    const problem = beginningProblem(first, anchor) ?? keptProblem(kept, anchor, length);
    return { entries, head, problem };
  }
}

/** The place and hash of the last entry that left, where the row is an anchor. */
function readAnchor({ kind, after }: Row): ChainHead | null {
  if (kind !== ANCHOR) return null;
  return { sequence: Number(after['through']), hash: String(after['hash']) };
}

/** A chain begins with its first entry, or with the one after those of which its newest anchor says that they left. */
function beginningProblem(first: Row | null, anchor: ChainHead | null): ChainProblem | null {
  if (first === null) return null;
  const left = anchor?.sequence ?? 0;
  if (first.sequence > left + 1) return { sequence: left + 1, kind: 'missing' };
  const isFollowing = first.sequence === left + 1 && first.previous_hash.toString('hex') === (anchor?.hash ?? '');
  return isFollowing ? null : { sequence: first.sequence, kind: 'unlinked' };
}

/** A head of an earlier verification is in the chain, or left it: of the last entry that left the anchor has the hash. */
function keptProblem(kept: ChainHead | undefined, anchor: ChainHead | null, length: number): ChainProblem | null {
  if (kept === undefined) return null;
  if (length < kept.sequence) return { sequence: length + 1, kind: 'missing' };
  const isChanged = kept.sequence === anchor?.sequence && kept.hash !== anchor.hash;
  return isChanged ? { sequence: kept.sequence, kind: 'changed' } : null;
}

function problemOf(row: Row, expected: number, previous: Buffer): ChainProblem | null {
  if (row.sequence !== expected) return { sequence: expected, kind: 'missing' };
  if (!row.previous_hash.equals(previous)) return { sequence: row.sequence, kind: 'unlinked' };
  const hash = createHash('sha256').update(row.previous_hash).update(row.text, 'utf8').digest();
  return hash.equals(row.hash) ? null : { sequence: row.sequence, kind: 'changed' };
}

async function readBatch(database: Database, chain: string, after: number): Promise<readonly Row[]> {
  const { rows } = await database.withSystem((tx) =>
    sql<Row>`
      select e.kind, e.after, e.sequence, ${TEXT} as text, e.previous_hash, e.hash from audit_entry e
      where e.chain = ${chain}::uuid and e.sequence > ${after} order by e.sequence limit ${sql.lit(BATCH)}`.execute(tx),
  );
  return rows;
}

async function firstSequence(database: Database, chain: string): Promise<number | null> {
  const { rows } = await database.withSystem((tx) =>
    sql<{ first: number | null }>`select min(sequence) as first from audit_entry where chain = ${chain}::uuid`.execute(
      tx,
    ),
  );
  return rows[0]?.first ?? null;
}
