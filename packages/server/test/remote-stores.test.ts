import { existsSync, readFileSync } from 'node:fs';
import { startGoogleStorage } from '@switchboard/connectors/testing/google-storage';
import type { FileStore } from '@switchboard/engine';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from '../src/env.ts';
import { openStore } from '../src/programs/open-store.ts';
import { useStarted } from '../testing/hooks/use-started.ts';
import { csvAnswer } from '../testing/source-server.ts';
import { startWork } from '../testing/start-work.ts';

const closes: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closes) await close();
});

const BUCKET = 'server-files';
/** The settings of a store of each kind, on a server of this machine. */
const STORES: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
  s3: async () => {
    const { TEST_S3 } = process.env;
    if (TEST_S3 === undefined) throw new Error('TEST_S3 is not set');
    const { endpoint, account } = JSON.parse(TEST_S3) as { endpoint: string; account: { id: string; secret: string } };
    await fetch(`${endpoint}/_test/buckets/${BUCKET}`, { method: 'PUT' });
    return {
      STORAGE_URL: `s3://${BUCKET}/of/this/test?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: account.id,
      AWS_SECRET_ACCESS_KEY: account.secret,
    };
  },
  'google cloud storage': async () => {
    const google = await startGoogleStorage();
    closes.push(google.close);
    return {
      STORAGE_URL: `gs://files/of/this/test?endpoint=${google.origin}`,
      GCE_METADATA_HOST: new URL(google.origin).host,
    };
  },
};

describe.each(Object.keys(STORES))('%s', (kind) => {
  let store: FileStore;
  const work = useStarted(async () => {
    store = openStore(readSettings((await STORES[kind]?.()) ?? {}).storage);
    return startWork({ store });
  });

  it('a report date goes from source to file through the store', { timeout: 60_000 }, async () => {
    work.answers.set('/ads', csvAnswer('site,clicks', ['a,1', 'b,2', 'a,3', 'c,many']));
    const account = await work.publish(`
      download ads from { type: "http"; url: "${work.source}/ads/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1; }
        using { site: string not null; clicks: integer; };
      table daily is select site, sum(clicks) as clicks from ads;
      upload daily to { type: "file"; path: "daily.csv"; mode: "truncate"; };
    `);
    await work.settled(account);
    const path = work.delivered(account, 'daily.csv');
    expect(existsSync(path) && readFileSync(path, 'utf8').split('\n').sort().join('\n').trim()).toBe(
      'a,4\nb,2\nsite,clicks',
    );
    const keys: string[] = [];
    for await (const { key } of store.list('')) keys.push(key);
    expect(keys.length).toBeGreaterThan(2);
    expect(keys.filter((key) => !key.startsWith(`acct/${account.accountId}/`))).toEqual([]);
    const [upload] = await work.rows(account, sql<{ status: string }>`select status from upload`);
    expect([upload?.status, work.problems]).toEqual(['completed', []]);
    expect(existsSync(work.storeFolder)).toBe(false);
  });
});
