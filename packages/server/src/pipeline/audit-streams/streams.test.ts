import { randomBytes } from 'node:crypto';
import { createEgress } from '@switchboard/connectors';
import { readStreamAddress, type StreamType } from '@switchboard/model/audit-streams/stream-address';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AuditReceiver, startSyslogServer, startWebhookReceiver } from '../../../testing/audit-receivers.ts';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { addPerson } from '../../../testing/people.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { createVault } from '../../identity/vault.ts';
import type { StreamTarget } from '../../settings/audit-settings.ts';
import { createDeliverEntries, type DeliverEntries } from './deliver-entries.ts';
import { type StreamOptions, startDueStreams, streamBackoff, syncInstallationStreams } from './run-streams.ts';
import { putStream, readStream, type StreamContent } from './store-stream.ts';

const used = useDatabase();
const { database } = used;
const mine = useAccount(used, {}, beforeEach);
const theirs = useAccount(used, {}, beforeEach);
const vault = createVault(randomBytes(32));
const SECRET = 'a secret of the receiver';
let now: number;
let personId: string;

beforeEach(async () => {
  now = Date.now() + 60_000;
  await queryAsSuperuser(used.url, 'delete from audit_stream');
  personId = await addPerson(database, { email: `${mine.urlName}@stream.test`, roles: {} });
});

const egress = createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 2_000, now: Date.now });
const deliver = createDeliverEntries({ egress, publicUrl: 'https://console.example', now: () => now });
/** Delivers until no stream is due. Returns how many entries were delivered. */
async function run(patch: Partial<StreamOptions> = {}): Promise<number> {
  const fail = (error: unknown): void => {
    throw error;
  };
  const running = new Set<Promise<number>>();
  let delivered = 0;
  for (;;) {
    await startDueStreams({ database, vault, deliver, targets: [], now: () => now, onError: fail, ...patch }, running);
    if (running.size === 0) return delivered;
    for (const count of await Promise.all(running)) delivered += count;
  }
}
/** Adds entries of an account with these names. */
async function add(accountId: string, ...names: readonly string[]): Promise<void> {
  for (const name of names)
    await database.withAccount(accountId, (tx) =>
      recordAudit(tx, { kind: 'key_created', actor: { kind: 'system' }, accountId, target: { kind: 'key', name } }),
    );
}
/** Adds a stream of an account. */
function stream(type: StreamType, address: string, patch: Partial<StreamContent> = {}, accountId = mine.accountId) {
  const { host } = readStreamAddress(type, address) ?? { host: '' };
  const content = { address, host, authority: null, enabled: true, secrets: { signing_secret: SECRET }, ...patch };
  return database.withAccount(accountId, (tx) =>
    putStream(tx, vault, accountId, { before: null, type, content, personId }),
  );
}
type State = {
  readonly sequence: number;
  readonly attempts: number;
  readonly problem: string | null;
  readonly is_delivered: boolean;
};
const stateOf = async (id: string): Promise<State | undefined> =>
  (
    await database.withSystem((tx) =>
      sql<State>`select sequence, attempts, problem, delivered is not null as is_delivered from audit_stream
        where id = ${id}::uuid`.execute(tx),
    )
  ).rows[0];
const namesOf = ({ entries }: AuditReceiver): readonly (string | undefined)[] =>
  entries.map(({ target }) => target?.name);

describe('a stream of the audit log', () => {
  it('delivers the entries of its account in their order, signed, each with its id as the key of repetitions', async () => {
    const receiver = await startWebhookReceiver(SECRET);
    await add(theirs.accountId, 'foreign');
    await add(mine.accountId, 'a', 'b', 'c');
    const id = await stream('webhook', `${receiver.url}/hook`);
    expect(await run()).toBe(3);
    expect(namesOf(receiver)).toEqual(['a', 'b', 'c']);
    expect(receiver.ids).toEqual(receiver.entries.map((entry) => entry.id));
    expect(receiver.entries[1]).toMatchObject({
      account: mine.urlName,
      sequence: 2,
      kind: 'key_created',
      label: 'Key created',
      actor: 'system',
      previous_hash: receiver.entries[0]?.hash,
    });
    expect(await stateOf(id)).toEqual({ sequence: 3, attempts: 0, problem: null, is_delivered: true });
    await add(mine.accountId, 'd');
    expect(await run()).toBe(1);
    expect(namesOf(receiver)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps entries while its target is away, waits longer after each attempt, and catches up in order', async () => {
    const receiver = await startWebhookReceiver(SECRET);
    const id = await stream('webhook', receiver.url);
    await add(mine.accountId, 'a', 'b', 'c');
    receiver.answers.push(204, 503);
    expect(await run()).toBe(1);
    expect(await stateOf(id)).toMatchObject({ sequence: 1, attempts: 1, is_delivered: true });
    expect((await stateOf(id))?.problem).toMatch(/^127\.0\.0\.1:\d+ answered 503\. Entries are kept, and sent once/);
    expect(await run()).toBe(0);
    now += streamBackoff(1);
    receiver.answers.push(503);
    expect(await run()).toBe(0);
    expect(await stateOf(id)).toMatchObject({ attempts: 2 });
    now += streamBackoff(2);
    expect(await run()).toBe(2);
    expect(namesOf(receiver)).toEqual(['a', 'b', 'b', 'b', 'c']);
    expect(await stateOf(id)).toEqual({ sequence: 3, attempts: 0, problem: null, is_delivered: true });
  });

  it('continues after a program that died between a delivery and its record', async () => {
    const receiver = await startWebhookReceiver(SECRET);
    await stream('webhook', receiver.url);
    await add(mine.accountId, 'a', 'b');
    const died = new Promise<void>(() => {});
    void run({
      deliver: (target, bodies, onDelivered) => deliver(target, bodies, onDelivered).then(() => died),
    });
    await expect.poll(() => receiver.entries.length).toBe(2);
    expect(await run()).toBe(0);
    now += 120_001;
    await add(mine.accountId, 'c');
    expect(await run()).toBe(3);
    expect(namesOf(receiver)).toEqual(['a', 'b', 'a', 'b', 'c']);
    expect(receiver.ids[2]).toBe(receiver.ids[0]);
  });

  it('ends a delivery with its program, and repeats it at the next start', async () => {
    const receiver = await startWebhookReceiver(SECRET);
    const id = await stream('webhook', receiver.url);
    await add(mine.accountId, 'a', 'b');
    const stopping = new AbortController();
    const sending: DeliverEntries = async (target, bodies, onDelivered, signal) =>
      deliver(
        target,
        bodies,
        (body) => {
          onDelivered(body);
          stopping.abort();
        },
        signal,
      );
    expect(await run({ deliver: sending, signal: stopping.signal })).toBe(1);
    expect(await stateOf(id)).toEqual({ sequence: 1, attempts: 0, problem: null, is_delivered: true });
    expect(await run()).toBe(1);
    expect(namesOf(receiver)).toEqual(['a', 'b']);
  });

  it('loses nothing while it is paused', async () => {
    const receiver = await startWebhookReceiver(SECRET);
    const id = await stream('webhook', receiver.url, { enabled: false });
    await add(mine.accountId, 'a', 'b');
    expect(await run()).toBe(0);
    await queryAsSuperuser(used.url, 'update audit_stream set enabled = true');
    expect(await run()).toBe(2);
    expect(namesOf(receiver)).toEqual(['a', 'b']);
    expect(await stateOf(id)).toMatchObject({ sequence: 2 });
  });

  it('masks what has the shape of a secret', async () => {
    const receiver = await startWebhookReceiver(SECRET);
    await stream('webhook', receiver.url);
    await add(mine.accountId, 'https://x.example/?token=canary1', 'Bearer canary-canary');
    await run();
    expect(namesOf(receiver)).toEqual(['https://x.example/?token=•••', 'Bearer •••']);
  });

  it('opens its secrets for no other host, type or account', async () => {
    const receiver = await startWebhookReceiver(SECRET);
    const id = await stream('webhook', receiver.url);
    await add(mine.accountId, 'a');
    await queryAsSuperuser(used.url, `update audit_stream set address = 'http://127.0.0.1:1/', host = '127.0.0.1:1'`);
    expect(await run()).toBe(0);
    expect((await stateOf(id))?.problem).toContain('A stored secret cannot be opened');
    const stored = await database.withAccount(mine.accountId, (tx) => readStream(tx, mine.accountId, id));
    expect(JSON.stringify(stored?.secrets?.toString())).not.toContain(SECRET);
    expect(await database.withAccount(theirs.accountId, (tx) => readStream(tx, theirs.accountId, id))).toBeNull();
  });

  it('refuses private hosts that the settings do not allow, and hosts without encryption', async () => {
    const id = await stream('webhook', 'https://169.254.169.254/');
    const plain = await stream('syslog', 'tcp://logs.example:601');
    await add(mine.accountId, 'a');
    expect(await run()).toBe(0);
    expect((await stateOf(id))?.problem).toBe(
      'Host 169.254.169.254 is not allowed. Entries are kept, and sent once the target accepts them.',
    );
    expect((await stateOf(plain))?.problem).toMatch(
      /^logs\.example:601 is not in EGRESS_ALLOW, and entries leave unencrypted/,
    );
  });

  it('refuses to move in its chain for the program of an account', async () => {
    const id = await stream('webhook', 'https://siem.example/');
    await expect(
      database.withAccount(mine.accountId, (tx) =>
        sql`update audit_stream set sequence = 5 where id = ${id}::uuid`.execute(tx),
      ),
    ).rejects.toThrow('permission denied');
  });
});

describe('a stream to syslog', () => {
  it('sends messages of RFC 5424 over TLS with their length before them', async () => {
    const server = await startSyslogServer();
    const id = await stream('syslog', server.url, { authority: server.authority, secrets: {} });
    await add(mine.accountId, 'a', 'gr\u00fc\u00dfe\n2');
    expect(await run()).toBe(2);
    expect(namesOf(server)).toEqual(['a', 'gr\u00fc\u00dfe\n2']);
    expect(server.messages[0]).toMatch(
      /^<110>1 \d{4}-\d\d-\d\dT[\d:.]+Z console\.example switchboard - key_created \[origin software="switchboard"\]\[meta sequenceId="1"\] \uFEFF\{/,
    );
    expect(await stateOf(id)).toEqual({ sequence: 2, attempts: 0, problem: null, is_delivered: true });
  });

  it('refuses a server whose certificate it cannot verify, and says what to do', async () => {
    const server = await startSyslogServer();
    const id = await stream('syslog', server.url, { secrets: {} });
    await add(mine.accountId, 'a');
    expect(await run()).toBe(0);
    expect(server.entries).toEqual([]);
    expect((await stateOf(id))?.problem).toBe(
      '127.0.0.1: its certificate failed verification (unknown authority). Correct the certificate of the target, or enter the authority that signed it.',
    );
  });

  it('sends a batch again when the server breaks the connection before it has read all of it', async () => {
    const server = await startSyslogServer();
    const id = await stream('syslog', server.url, { authority: server.authority, secrets: {} });
    await add(mine.accountId, 'a', 'b');
    server.breakNext();
    expect(await run()).toBe(0);
    expect(await stateOf(id)).toMatchObject({ sequence: 0, attempts: 1 });
    now += streamBackoff(1);
    expect(await run()).toBe(2);
    expect(namesOf(server)).toEqual(['a', 'b']);
  });
});

describe('a stream to a collector', () => {
  it('sends log records of OTLP with their headers', async () => {
    const receiver = await startWebhookReceiver(SECRET);
    await stream('otlp', receiver.url, { secrets: { headers: 'x-api-key: canary-key' } });
    await add(mine.accountId, 'a', 'b');
    expect(await run()).toBe(2);
    expect(namesOf(receiver)).toEqual(['a', 'b']);
    expect(receiver.requests[0]).toMatchObject({ url: '/v1/logs', headers: { 'x-api-key': 'canary-key' } });
    expect(receiver.records[0]).toMatchObject({ severityText: 'INFO', eventName: 'key_created' });
    expect(receiver.ids).toEqual(receiver.entries.map(({ id }) => id));
  });

  it('shows what a collector rejected of a request', async () => {
    const receiver = await startWebhookReceiver(SECRET);
    const id = await stream('otlp', receiver.url, { secrets: {} });
    await add(mine.accountId, 'a');
    receiver.texts.push('{"partialSuccess": {"rejectedLogRecords": 1, "errorMessage": "quota"}}');
    expect(await run()).toBe(0);
    expect((await stateOf(id))?.problem).toContain('1 entries were rejected: quota.');
  });
});

describe('the streams of the installation', () => {
  it('receive the entries of all accounts and of none, and end with their setting', async () => {
    const receiver = await startWebhookReceiver(SECRET);
    const target: StreamTarget = {
      type: 'webhook',
      address: receiver.url,
      authority: null,
      secrets: { signing_secret: SECRET },
    };
    await add(mine.accountId, 'a', 'b');
    await add(theirs.accountId, 'c');
    await database.withSystem((tx) =>
      recordAudit(tx, { kind: 'signing_key_rotated', actor: { kind: 'system' }, accountId: null }),
    );
    await syncInstallationStreams(database, [target]);
    await syncInstallationStreams(database, [target]);
    await run({ targets: [target] });
    const kept = receiver.entries.filter(
      ({ account, kind }) => account === mine.urlName || kind === 'signing_key_rotated' || account === theirs.urlName,
    );
    expect(kept.map(({ account }) => account).toSorted()).toEqual(
      [mine.urlName, mine.urlName, null, theirs.urlName].toSorted(),
    );
    expect(
      await database.withAccount(mine.accountId, (tx) => sql`select id from audit_stream`.execute(tx)),
    ).toMatchObject({ rows: [] });

    const problems: string[] = [];
    await add(mine.accountId, 'd');
    receiver.answers.push(401);
    await run({ targets: [target], onError: (error) => problems.push(String(error)) });
    expect(problems).toEqual([
      expect.stringMatching(
        /The audit stream of type webhook fails\. 127\.0\.0\.1:\d+ refused the notice \(401\)\. Correct the address or the credentials/,
      ),
    ]);
    await syncInstallationStreams(database, []);
    expect((await database.withSystem((tx) => sql`select id from audit_stream`.execute(tx))).rows).toEqual([]);
  });
});
