import { randomUUID } from 'node:crypto';
import { ReceiverError } from '@switchboard/connectors';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Vault } from '../../identity/vault.ts';
import type { StreamTarget } from '../../settings/audit-settings.ts';
import { type AuditBody, readAuditBodies } from './audit-bodies.ts';
import type { DeliverEntries } from './deliver-entries.ts';
import { openStreamSecrets, type SealedStream } from './store-stream.ts';

/** Streams that a process delivers at the same time. */
const AT_ONCE = 8;
const BATCH = 100;
/** Batches of one stream in a row. */
const MAX_BATCHES = 20;
const LEASE_MS = 120_000;
const FIRST_BACKOFF_MS = 5_000;
const LONGEST_BACKOFF_MS = 3_600_000;
const MAX_PROBLEM = 1_000;

/** Milliseconds from a failed attempt to the next, by how many there were. A stream never fails permanently. */
export const streamBackoff = (attempts: number): number =>
  Math.min(FIRST_BACKOFF_MS * 2 ** Math.max(0, attempts - 1), LONGEST_BACKOFF_MS);

export type StreamOptions = {
  readonly database: Database;
  readonly vault: Vault;
  readonly deliver: DeliverEntries;
  /** Targets of the installation, which receive the entries of all chains. */
  readonly targets: readonly StreamTarget[];
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Ends deliveries. What they have not delivered stays. */
  readonly signal?: AbortSignal;
  /** Receives what keeps a target of the installation from working, too; those of accounts show it themselves. */
  readonly onError: (error: unknown) => void;
};

type Claimed = Omit<SealedStream, 'account_id' | 'host'> & {
  readonly account_id: string | null;
  readonly host: string | null;
  readonly address: string | null;
  readonly authority: string | null;
  readonly chain: string;
  readonly sequence: number;
  readonly attempts: number;
  readonly lease: string;
};

/** Makes the streams of the installation those of its settings: one for each target and chain. */
export async function syncInstallationStreams(database: Database, targets: readonly StreamTarget[]): Promise<void> {
  const types = targets.map(({ type }) => type);
  await database.withSystem(async (tx) => {
    await sql`delete from audit_stream where account_id is null and type <> all(${types}::text[])`.execute(tx);
    if (types.length === 0) return;
    await sql`
      insert into audit_stream (chain, type)
      select c.chain, t.type
      from (select id as chain from account union all select '00000000-0000-0000-0000-000000000000'::uuid) c
      cross join unnest(${types}::text[]) t(type)
      where not exists (
        select from audit_stream s where s.account_id is null and s.chain = c.chain and s.type = t.type)
      on conflict do nothing`.execute(tx);
  });
}

async function claimStreams({ database, targets, now }: StreamOptions, limit: number): Promise<readonly Claimed[]> {
  const at = new Date(now());
  const types = targets.map(({ type }) => type);
  return database.withSystem(async (tx) => {
    const { rows } = await sql<Claimed>`
      with due as materialized (
        select s.id from audit_stream s
        where s.enabled and s.next_attempt <= ${at} and (s.lease_until is null or s.lease_until <= ${at})
          and (s.account_id is not null or s.type = any(${types}::text[]))
          and exists (select from audit_entry e where e.chain = s.chain and e.sequence > s.sequence)
        order by s.next_attempt, s.id limit ${limit} for update of s skip locked
      )
      update audit_stream s set lease = ${randomUUID()}::uuid, lease_until = ${new Date(now() + LEASE_MS)}
      from due where s.id = due.id
      returning s.id, s.account_id, s.chain, s.type, s.address, s.host, s.authority, s.version, s.secrets, s.wrapped_key,
        s.master_key_id, s.sequence, s.attempts, s.lease`.execute(tx);
    return rows;
  });
}

/**
 * Starts delivering what the streams that are due have not delivered yet: at least once, of a stream in the order of its chain.
 * Waits for none of them, so that a slow target delays no other one. Programs may do so side by side: a stream is leased by one of
 * them at a time.
 * @param running deliveries that run, each with the number of entries that it delivers
 */
export async function startDueStreams(options: StreamOptions, running: Set<Promise<number>>): Promise<void> {
  const free = AT_ONCE - running.size;
  if (free <= 0 || options.signal?.aborted === true) return;
  for (const stream of await claimStreams(options, free)) {
    const run: Promise<number> = runStream(options, stream)
      .catch((error: unknown) => {
        options.onError(error);
        return 0;
      })
      .finally(() => running.delete(run));
    running.add(run);
  }
}

/**
 * Delivers a stream until nothing is left, it fails, or another program has taken it over. A long backlog is interrupted, so that
 * other streams are delivered between.
 */
async function runStream(options: StreamOptions, stream: Claimed): Promise<number> {
  let count = 0;
  let { sequence } = stream;
  for (let batch = 0; ; batch += 1) {
    const isOver = batch === MAX_BATCHES || options.signal?.aborted === true;
    const bodies = isOver ? [] : await readBodies(options.database, stream, sequence);
    if (bodies.length === 0) {
      await releaseStream(options, stream);
      return count;
    }
    let last: AuditBody | null = null;
    const failure = await attempt(options, stream, bodies, (body) => {
      last = body;
      count += 1;
    });
    sequence = (last as AuditBody | null)?.sequence ?? sequence;
    const isHeld = await recordProgress(options, stream, sequence, { failure, isAdvanced: last !== null });
    if (failure !== null || !isHeld) return count;
  }
}

const readBodies = (
  database: Database,
  { account_id: accountId, chain }: Claimed,
  after: number,
): Promise<readonly AuditBody[]> =>
  accountId === null
    ? database.withSystem((tx) => readAuditBodies(tx, chain, after, BATCH))
    : database.withAccount(accountId, (tx) => readAuditBodies(tx, accountId, after, BATCH));

async function attempt(
  { vault, deliver, targets, signal }: StreamOptions,
  stream: Claimed,
  bodies: readonly AuditBody[],
  onDelivered: (body: AuditBody) => void,
): Promise<ReceiverError | null> {
  try {
    await deliver(await targetOf(vault, targets, stream), bodies, onDelivered, signal);
    return null;
  } catch (error) {
    if (signal?.aborted === true) return null;
    if (error instanceof ReceiverError) return error;
    return new ReceiverError(error instanceof Error ? error.message : 'The entries could not be sent.');
  }
}

async function targetOf(vault: Vault, targets: readonly StreamTarget[], stream: Claimed): Promise<StreamTarget> {
  const { account_id, host, address, authority, type } = stream;
  if (account_id !== null && host !== null && address !== null)
    return { type, address, authority, secrets: await openStreamSecrets(vault, { ...stream, account_id, host }) };
  const target = targets.find((each) => each.type === type);
  if (target === undefined) throw new ReceiverError(`The settings name no target of type ${type}.`);
  return target;
}

/** Says after a failure what a person does about it. */
const adviceOf = ({ about, code }: ReceiverError): string => {
  if (code === 'certificate') return 'Correct the certificate of the target, or enter the authority that signed it.';
  if (about === 'authorization') return 'Correct the address or the credentials of the stream.';
  return 'Entries are kept, and sent once the target accepts them.';
};

/** Stores how far a stream is and what it failed by. @returns whether its lease still is this program's */
async function recordProgress(
  { database, now, onError }: StreamOptions,
  { id, lease, account_id: accountId, type, attempts }: Claimed,
  sequence: number,
  { failure, isAdvanced }: { readonly failure: ReceiverError | null; readonly isAdvanced: boolean },
): Promise<boolean> {
  const at = now();
  const failed = isAdvanced ? 1 : attempts + 1;
  const problem = failure === null ? null : `${failure.message} ${adviceOf(failure)}`.slice(0, MAX_PROBLEM);
  const delay = Math.max(streamBackoff(failed), (failure?.retryAfter ?? 0) * 1_000);
  const end =
    failure === null
      ? sql`attempts = 0, problem = null, lease_until = ${new Date(at + LEASE_MS)}`
      : sql`attempts = ${failed}, problem = ${problem}, next_attempt = ${new Date(at + delay)}, lease = null, lease_until = null`;
  const changed = await database.withSystem((tx) =>
    sql`
      update audit_stream set sequence = ${sequence},
        delivered = case when ${isAdvanced} then ${new Date(at)}::timestamptz else delivered end, ${end}
      where id = ${id}::uuid and lease = ${lease}::uuid`.execute(tx),
  );
  if (problem !== null && accountId === null)
    onError(new ReceiverError(`The audit stream of type ${type} fails. ${problem}`));
  return changed.numAffectedRows === 1n;
}

async function releaseStream({ database, now }: StreamOptions, { id, lease }: Claimed): Promise<void> {
  await database.withSystem((tx) =>
    sql`update audit_stream set lease = null, lease_until = null, next_attempt = ${new Date(now())}
      where id = ${id}::uuid and lease = ${lease}::uuid`.execute(tx),
  );
}
