import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { type DeliveriesUnderTest, type DeliveringAccount, REPORT_DATE } from '../deliveries-under-test.ts';
import { faultRow } from '../fault-row.ts';
import type { FaultRow } from '../fault-test.ts';
import {
  beforeSecondAttempt,
  failed,
  NEXT,
  NEXT_IDS,
  OLD,
  OLD_IDS,
  recoveredRow,
  retried,
} from '../refused-delivery.ts';
import { until } from '../until.ts';

/** A folder for one upload on a disk of its own where this process may mount one, otherwise a folder without write permission. */
function makeDisk(folder: string): { readonly: () => void; writable: () => void; remove: () => void } {
  mkdirSync(folder, { recursive: true });
  const mount = (...words: string[]): void => void execFileSync('mount', words, { stdio: 'ignore' });
  if (process.getuid?.() !== 0)
    return {
      readonly: () => chmodSync(folder, 0o555),
      writable: () => chmodSync(folder, 0o755),
      remove: () => undefined,
    };
  mount('-t', 'tmpfs', '-o', 'size=256k', 'none', folder);
  return {
    readonly: () => mount('-o', 'remount,ro', folder),
    writable: () => mount('-o', 'remount,rw', folder),
    remove: () => void execFileSync('umount', [folder]),
  };
}

const readFile = (path: string): string =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[0])
        .join(' ')
    : 'no file';
const partsIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part')).length;

type FileCase = {
  readonly account: DeliveringAccount;
  readonly path: string;
  readonly disk: ReturnType<typeof makeDisk>;
};

async function fileWithOldRows(test: DeliveriesUnderTest): Promise<FileCase> {
  const account = await test.open('upload ads as result to { type: "file"; path: "out/{YYYY-MM-DD}.csv"; };');
  const path = test.work.delivered(account.account, join('out', `${REPORT_DATE}.csv`));
  const disk = makeDisk(dirname(path));
  await account.deliver(OLD);
  return { account, path, disk };
}

export async function readOnly(test: DeliveriesUnderTest): Promise<FaultRow> {
  const { account, path, disk } = await fileWithOldRows(test);
  disk.readonly();
  await account.deliver(NEXT);
  const { events, ...seen } = await account.upload();
  const rows = readFile(path);
  disk.writable();
  const again = await test.transfers.retry(account.session, 'upload', seen.id);
  await until(30_000, async () => (await account.upload()).status === 'completed');
  const fixed = { again, 'rows once fixed': readFile(path), parts: partsIn(dirname(path)) };
  disk.remove();
  const reason = process.getuid?.() === 0 ? 'the disk is read-only' : 'permission denied';
  const message = `Destination refused the write: ${reason} for out/${REPORT_DATE}.csv. Change it there, then retry.`;
  return faultRow(
    'file, folder read-only',
    {
      status: 'failed',
      message,
      attempts: 1,
      rows: OLD_IDS,
      events: failed('DESTINATION_REFUSED', message),
      again: 'ok',
      'rows once fixed': NEXT_IDS,
      parts: 0,
    },
    { status: seen.status, message: seen.message, attempts: seen.attempt, rows, events: events.join(' | '), ...fixed },
  );
}

export async function diskFull(test: DeliveriesUnderTest): Promise<FaultRow> {
  if (process.getuid?.() !== 0)
    return faultRow('file, disk full', { tried: true }, { tried: false, why: 'only root mounts disks' });
  const { account, path, disk } = await fileWithOldRows(test);
  const filler = join(dirname(path), 'filler');
  try {
    writeFileSync(filler, Buffer.alloc(512 * 1024));
  } catch {
    // It is full now, which is what was wanted.
  }
  const second = beforeSecondAttempt(account, async () => {
    rmSync(filler);
    return readFile(path);
  });
  await account.deliver(NEXT);
  const [rows, parts] = [readFile(path), partsIn(dirname(path))];
  disk.remove();
  const row = await recoveredRow('file, disk full', account, {
    second: second(),
    rows,
    first: 'warn STORAGE_FULL t: Storage is full on the processing host. Will retry when space is available.',
    destination: `file · out/${REPORT_DATE}.csv`,
  });
  return parts === 0 ? row : { ...row, seen: `${row.seen}; parts left ${parts}`, ok: false };
}

type ObjectCase = { readonly account: DeliveringAccount; readonly key: string; rows(): Promise<string> };
let objects = 0;

async function objectWithOldRows(test: DeliveriesUnderTest): Promise<ObjectCase> {
  objects += 1;
  const folder = `commit-${objects}`;
  const account = await test.open(
    `upload ads as result to { type: "s3"; key: "store"; path: "s3://${test.bucket.name}/${folder}/{YYYY-MM-DD}.csv"; };`,
    [test.bucketKey()],
  );
  await account.deliver(OLD);
  const key = `${folder}/${REPORT_DATE}.csv`;
  const rows = async (): Promise<string> => {
    const text = (await test.bucket.text(key)) ?? 'no\nobject';
    return text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[0])
      .join(' ');
  };
  return { account, key, rows };
}

export async function busyStore(test: DeliveriesUnderTest): Promise<FaultRow> {
  const { account, key, rows } = await objectWithOldRows(test);
  // One attempt asks four times.
  await test.bucket.plant({ method: 'PUT', url: key, times: 4, kind: { answer: { status: 503, code: 'SlowDown' } } });
  const second = beforeSecondAttempt(account, rows);
  await account.deliver(NEXT);
  await test.bucket.plant();
  return recoveredRow('s3, 503 SlowDown', account, {
    second: second(),
    rows: await rows(),
    first: retried(
      'result: the destination is busy: object storage error SlowDown: Planted or earned: SlowDown. Will retry.',
    ),
    destination: `s3 · ${test.bucket.name}/${key}`,
  });
}

export async function refusedKey(test: DeliveriesUnderTest): Promise<FaultRow> {
  const { account, key, rows } = await objectWithOldRows(test);
  await test.bucket.plant({
    method: 'PUT',
    url: key,
    times: 9,
    kind: { answer: { status: 403, code: 'AccessDenied' } },
  });
  await account.deliver(NEXT);
  await test.bucket.plant();
  const { events, ...seen } = await account.upload();
  const old = await rows();
  const suspended = await test.work.rows(account.account, keyStatus);
  const released = await test.transfers.unsuspend(account.session, 'key', 'store');
  const again = await test.transfers.retry(account.session, 'upload', seen.id);
  await until(30_000, async () => (await account.upload()).status === 'completed');
  const host = new URL(test.bucket.access.endpoint).host;
  const message = `result: ${host} rejected the key store: AccessDenied: Planted or earned: AccessDenied. Reconnect or edit the key, then unsuspend it.`;
  return faultRow(
    's3, 403 AccessDenied',
    {
      status: 'failed',
      message,
      attempts: 1,
      rows: OLD_IDS,
      events: failed('DESTINATION_AUTH_FAILED', message),
      key: 'suspended',
      again: 'true ok',
      'rows once fixed': NEXT_IDS,
    },
    {
      status: seen.status,
      message: seen.message,
      attempts: seen.attempt,
      rows: old,
      events: events.join(' | '),
      key: suspended[0]?.status ?? null,
      again: `${released} ${again}`,
      'rows once fixed': await rows(),
    },
  );
}

const keyStatus = sql<{ status: string }>`select status from key where name = 'store'`;
