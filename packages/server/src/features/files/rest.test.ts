import { randomUUID } from 'node:crypto';
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildAccount } from '../../../testing/build-account.ts';
import { addDownload, addFlow, addPart, addUpload } from '../../../testing/fill-account.ts';
import type { Client } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const viewer = useClient(server, account, ['viewer']);
const support = useClient(server, account, ['cs']);
let part: string;
const DIRTY = 'line,column,reason,raw\n3,clicks,not an integer,"a,b"\n';
const NOON = Date.UTC(2026, 10, 21, 12);
const FRESH = Array.from({ length: 150 }, (_, n) => `{"line":${n},"raw":"x"}\n`).join('');

beforeAll(async () => {
  part = await loaded({ finished: new Date().toISOString() });
});

/** A download with a part and its files. */
async function loaded(download: Record<string, string>, files: Record<string, string | null> = {}): Promise<string> {
  const id = await addDownload(server.database, account, { status: 'completed', ...download });
  const prefix = `acct/${account.accountId}/load/${id}`;
  const keys = {
    dirty_key: `${prefix}/dirty.csv.zst`,
    new_dirty_key: `${prefix}/fresh.jsonl.zst`,
    sample_key: `${prefix}/sample.txt`,
  };
  const put = (key: string, body: Buffer) => server.store.put(key, Readable.from([body]));
  await put(keys.dirty_key, zstdCompressSync(DIRTY));
  await put(keys.new_dirty_key, zstdCompressSync(FRESH));
  await put(keys.sample_key, Buffer.from('day,clicks\n2026-11-20,=1+1\n'));
  return addPart(server.database, account, id, { name: 'añ"os', ...keys, ...files });
}

const get = async (path: string, by: Pick<Client, 'token'> = viewer) => {
  const answer = await fetch(`${server.url}/api/${account.urlName}/${path}`, {
    headers: { authorization: `Bearer ${by.token}`, 'request-id': 'request-12345' },
  });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
};

describe('dirty rows', () => {
  test('dirty rows are sent as stored, as an attachment', { tags: 'proof:dirty-rows-download' }, async () => {
    const dirty = await get(`files/${part}_dirtyrows.csv.gz`);
    expect(dirty.status).toBe(200);
    expect(gunzipSync(dirty.body).toString()).toBe(DIRTY);
    expect(Object.fromEntries(dirty.headers)).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="a_os_2026-11-20_dirtyrows.csv.gz"; filename*=UTF-8''a%C3%B1%22os_2026-11-20_dirtyrows.csv.gz`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': 'sandbox',
    });
    const fresh = await get(`files/${part}_new_dirtyrows.json.gz`);
    expect(gunzipSync(fresh.body).toString()).toBe(FRESH);
  });

  test('contain no formulas in the CSV file, and are otherwise unchanged', async () => {
    const rows = [
      ['4,clicks,not an integer,"=1+1,x"\n', `4,clicks,not an integer,"'=1+1,x"\n`],
      ['5,clicks,"no ""number""","@SUM(A1),""a\n=b"""\n', `5,clicks,"no ""number""","'@SUM(A1),""a\n=b"""\n`],
      ['6,,,-5\n7,,,+1.5\n8,,,"\r-"\n', `6,,,-5\n7,,,+1.5\n8,,,"'\r-"\n`],
      ['9,,,a,-1+cmd|x.csv\n', `9,,,a,'-1+cmd|x.csv\n`],
    ] as const;
    const kept = DIRTY + rows.map(([row]) => row).join('');
    const fresh = '{"line":4,"raw":"=1+1,x"}\n=1\n';
    const dirtyKey = `acct/${account.accountId}/formulas.csv.zst`;
    const freshKey = `acct/${account.accountId}/formulas.jsonl.zst`;
    await server.store.put(dirtyKey, Readable.from([zstdCompressSync(kept)]));
    await server.store.put(freshKey, Readable.from([zstdCompressSync(fresh)]));
    const id = await loaded({}, { dirty_key: dirtyKey, new_dirty_key: freshKey });
    const answer = await get(`files/${id}_dirtyrows.csv.gz`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/gzip');
    expect(gunzipSync(answer.body).toString()).toBe(DIRTY + rows.map(([, row]) => row).join(''));
    expect(gunzipSync((await get(`files/${id}_new_dirtyrows.json.gz`)).body).toString()).toBe(fresh);
    const first: unknown = JSON.parse((await get(`files/${id}_first_10_rows`)).body.toString());
    expect(first).toEqual(['{"line":4,"raw":"=1+1,x"}', '=1']);
  });

  test.each([[1], [10], [100]])('the first %i as JSON strings', { tags: 'proof:dirty-rows-preview' }, async (count) => {
    const rows: unknown = JSON.parse((await get(`files/${part}_first_${count}_rows`)).body.toString());
    expect(rows).toEqual(FRESH.split('\n').slice(0, count));
  });

  test('fewer than requested are all of them, and without dirty rows the list is empty', async () => {
    const none = await loaded({}, { new_dirty_key: null, dirty_key: null });
    expect((await get(`files/${none}_first_10_rows`)).body.toString()).toBe('[]');
    expect((await get(`files/${none}_dirtyrows.csv.gz`)).status).toBe(404);
    expect((await get(`files/${none}_new_dirtyrows.json.gz`)).status).toBe(404);
  });

  test('a file that is gone from the store is not found', async () => {
    const gone = await loaded({}, { dirty_key: `acct/${account.accountId}/nothing` });
    expect((await get(`files/${gone}_dirtyrows.csv.gz`)).status).toBe(404);
  });

  test('a damaged file is an error, never a shorter file', async () => {
    const key = `acct/${account.accountId}/cut`;
    const noise = Array.from({ length: 200_000 }, (_, n) => `{"line":${n},"raw":"${Math.sin(n)}"}\n`).join('');
    const whole = zstdCompressSync(noise);
    await server.store.put(key, Readable.from([whole.subarray(0, whole.length - 20)]));
    const cut = await loaded({}, { dirty_key: key, new_dirty_key: key });
    for (const name of ['dirtyrows.csv.gz', 'new_dirtyrows.json.gz'])
      await expect(get(`files/${cut}_${name}`)).rejects.toThrow('terminated');
    const rows: unknown = JSON.parse((await get(`files/${cut}_first_10_rows`)).body.toString());
    expect(rows).toEqual(noise.split('\n', 10));
  });

  test.each(['first_0_rows', 'first_101_rows', 'first_1000_rows', 'first_01_rows', 'first_-1_rows', 'first_1e1_rows'])(
    '%s is refused',
    { tags: 'proof:dirty-rows-invalid-request' },
    async (name) => {
      expect([400, 404]).toContain((await get(`files/${part}_${name}`)).status);
    },
  );

  test('expire after 30 days', { tags: 'proof:dirty-rows-expired' }, async () => {
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
    const old = await loaded({ finished: days(31) });
    const young = await loaded({ finished: days(29) });
    expect((await get(`files/${young}_dirtyrows.csv.gz`)).status).toBe(200);
    for (const name of ['dirtyrows.csv.gz', 'new_dirtyrows.json.gz', 'first_10_rows']) {
      const answer = await get(`files/${old}_${name}`);
      expect(answer.status).toBe(400);
      expect(answer.body.toString()).toContain('Downloading files over 30 days old is not supported.');
    }
    const sample = await get(`metrics/sample/flow_sources/download/${old}`, support);
    expect(sample.body.toString()).toContain('Samples are expired after 30 days.');
  });
});

describe('samples', () => {
  test('samples are given to those who manage the account', { tags: 'proof:sample-permission' }, async () => {
    const answer = await get(`metrics/sample/flow_sources/download/${part}`, support);
    expect(answer.body.toString()).toBe('day,clicks\n2026-11-20,=1+1\n');
    expect(answer.headers.get('content-disposition')).toContain('_samples.txt');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect((await get(`metrics/sample/flow_sources/download/${part}`, viewer)).status).toBe(403);
  });
});

describe('the result of a test run', () => {
  const tested = async (packed: Buffer) => {
    const key = `acct/${account.accountId}/result/${randomUUID()}.csv.gz`;
    await server.store.put(key, Readable.from([packed]));
    const flow = await addFlow(server.database, account, { purpose: 'proof' });
    const values = { purpose: 'proof', status: 'completed', destination_type: 'result', file_key: key };
    return addUpload(server.database, account, flow, values);
  };

  test('contains no formulas, and all of its rows', async () => {
    const header = 'site,note,clicks\n';
    const many = Array.from({ length: 50_000 }, (_, n) => `"a ${n}",-${n}.5,${n}\n`).join('');
    // A gzip file may have several members.
    const packed = Buffer.concat([gzipSync(header), gzipSync(`${many}=1,"+a ""b"", c\n=d",-7\n`)]);
    const answer = await get(`files/${await tested(packed)}_result.csv.gz`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="daily_2026-11-20_result.csv.gz"; filename*=UTF-8''daily_2026-11-20_result.csv.gz`,
      'content-security-policy': 'sandbox',
    });
    expect(gunzipSync(answer.body).toString()).toBe(`${header}${many}'=1,"'+a ""b"", c\n=d",-7\n`);
  });

  test('the result of a test run that is damaged is an error, never a shorter file', async () => {
    const noise = Array.from({ length: 200_000 }, (_, n) => `${n},${Math.sin(n)}\n`).join('');
    const whole = gzipSync(noise);
    const id = await tested(whole.subarray(0, whole.length - 20));
    await expect(get(`files/${id}_result.csv.gz`)).rejects.toThrow('terminated');
  });
});

describe('the file of an upload', () => {
  /** Start and end of an upload that finished this many seconds after `NOON`. */
  const times = (second: number) => {
    const at = (seconds: number) => new Date(NOON + seconds * 1000).toISOString();
    return { started: at(second - 2), finished: at(second) };
  };
  const delivered = async (values: Record<string, string | number | null>) => {
    const flow = await addFlow(server.database, account);
    return addUpload(server.database, account, flow, { status: 'completed', ...times(0), ...values });
  };
  /** Writes a file of the account, this many seconds after `NOON`. */
  const write = (path: string, text: string, second = 0) => {
    const file = join(server.exportFolder, account.accountId, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, NOON / 1000 + second, NOON / 1000 + second);
  };
  const folder = () => join(server.exportFolder, account.accountId, 'daily');
  const CSV = 'day,clicks\n2026-11-20,7\n';

  test('the file of an upload is what was delivered', async () => {
    write('daily/2026-11-20.csv', CSV);
    const answer = await get(`uploads/${await delivered({ bytes: CSV.length })}/file`);
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe(CSV);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(CSV.length),
      'content-disposition': `attachment; filename="2026-11-20.csv"; filename*=UTF-8''2026-11-20.csv`,
      'content-security-policy': 'sandbox',
    });
  });

  test.each([
    ['a later one has replaced it', { bytes: 3 }],
    ['it went elsewhere', { destination_type: 'postgres', destination: 'postgres · a.b', bytes: CSV.length }],
    ['it is gone', { destination: 'file · daily/gone.csv', bytes: CSV.length }],
    ['its path leads out', { destination: 'file · ../../files/secret', bytes: 6 }],
    ['its path is absolute', { destination: 'file · /etc/hostname', bytes: 6 }],
    ['a link leads out', { destination: 'file · daily/link', bytes: 6 }],
    ['it is a folder', { destination: 'file · daily', bytes: 4096 }],
  ])('the file of an upload is the stored result when %s', async (_, values) => {
    write('daily/2026-11-20.csv', CSV);
    writeFileSync(join(server.exportFolder, 'secret'), 'secret');
    try {
      symlinkSync(join(server.exportFolder, 'secret'), join(folder(), 'link'));
    } catch {
      // An earlier case made it.
    }
    const key = `acct/${account.accountId}/flow/result.parquet`;
    await server.store.put(key, Readable.from([Buffer.from('PAR1')]));
    const answer = await get(`uploads/${await delivered({ result_key: key, ...values })}/file`);
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe('PAR1');
    expect(answer.headers.get('content-disposition')).toContain('daily_2026-11-20.parquet');
  });

  describe('another version of the same size', () => {
    const VERSION = CSV.replace('7', '8');
    let key: string;
    beforeAll(async () => {
      key = `acct/${account.accountId}/flow/first.parquet`;
      await server.store.put(key, Readable.from([Buffer.from('PAR1')]));
    });
    const upload = (path: string, values: Record<string, string | number | null> = {}) =>
      delivered({ destination: `file · ${path}`, bytes: CSV.length, result_key: key, ...values });
    const bodyOf = async (id: string) => (await get(`uploads/${id}/file`)).body.toString();

    test('another version of the same size by a later upload is given for that upload only', async () => {
      const [first, second] = [await upload('again/a.csv'), await upload('again/a.csv', times(60))];
      write('again/a.csv', VERSION, 60);
      expect(await bodyOf(first)).toBe('PAR1');
      expect(await bodyOf(second)).toBe(VERSION);
    });

    test('another version of the same size by an upload right after it is not taken for its own, even when the clocks of disk and database differ', async () => {
      const ones = [await upload('again/b.csv'), await upload('again/b.csv', { name: 'other', ...times(3) })];
      const dates = [
        await upload('again/newest.csv'),
        await upload('again/newest.csv', { report_date: '2026-11-21', ...times(3) }),
      ];
      for (const path of ['again/b.csv', 'again/newest.csv']) write(path, VERSION, 2);
      for (const [first = '', second = ''] of [ones, dates]) {
        expect(await bodyOf(first)).toBe('PAR1');
        expect(await bodyOf(second)).toBe(VERSION);
      }
    });

    test('another version written by another program, or by an upload that has not completed, is not given', async () => {
      const first = await upload('again/c.csv');
      await upload('again/c.csv', { status: 'uploading', started: times(60).started, finished: null });
      write('again/c.csv', VERSION, 60);
      expect(await bodyOf(first)).toBe('PAR1');
    });

    test('another version of the same size that lay there before, as where another machine has the newest one, is not given', async () => {
      write('again/e.csv', VERSION, -60);
      const [first, last] = [await upload('again/e.csv', times(-60)), await upload('again/e.csv')];
      expect(await bodyOf(first)).toBe('PAR1');
      expect(await bodyOf(last)).toBe('PAR1');
    });

    test('another version of the same size that was there before does not matter, nor does an upload that went elsewhere, failed or is of another account', async () => {
      await upload('again/d.csv', times(-60));
      const last = await upload('again/d.csv');
      await upload('again/elsewhere.csv', times(60));
      await upload('again/d.csv', { destination_type: 's3', ...times(60) });
      await upload('again/d.csv', { status: 'failed', ...times(60) });
      const other = await buildAccount(server.database);
      const flow = await addFlow(server.database, other);
      const values = { status: 'completed', destination: 'file · again/d.csv', ...times(60) };
      await addUpload(server.database, other, flow, values);
      write('again/d.csv', CSV);
      expect(await bodyOf(last)).toBe(CSV);
    });
  });

  test('answers 404 before the upload is completed, or without rows', async () => {
    expect((await get(`uploads/${await delivered({ status: 'uploading', result_key: 'a/b' })}/file`)).status).toBe(404);
    expect((await get(`uploads/${await delivered({ result_key: null })}/file`)).status).toBe(404);
  });
});

describe('paths', () => {
  const wrong = [
    '../../../etc/passwd',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    '..%5c..%5cetc',
    '%00',
    'x',
    '',
    '%252e%252e',
    '....//',
  ];
  test.each(
    wrong.flatMap((path) => [
      `files/${path}`,
      `files/${path}_dirtyrows.csv.gz`,
      `uploads/${path}/file`,
      `metrics/sample/flow_sources/download/${path}`,
    ]),
  )('%s is refused', async (path) => {
    const answer = await get(path, support);
    expect([400, 404]).toContain(answer.status);
    expect(answer.body.toString()).not.toContain('root:');
  });

  test('a line break does not end the path pattern', async () => {
    expect((await get(`files/${part}_dirtyrows.csv.gz%0a`)).status).toBe(404);
    expect((await get(`files/x%0a${part}_dirtyrows.csv.gz`)).status).toBe(404);
  });

  test('every path is refused without a valid token', async () => {
    expect((await get(`files/${part}_dirtyrows.csv.gz`, { token: 'x' })).status).toBe(401);
  });
});
