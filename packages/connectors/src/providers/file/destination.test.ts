import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Fault } from '@switchboard/model/faults';
import type { Parameters } from '@switchboard/model/plan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Content, Delivered, DeliveryRequest } from '../../spec.ts';
import { buildContext } from '../../testing/context.ts';
import { buildContent, buildDelivery } from '../../testing/delivery.ts';
import { destination } from './destination.ts';

let root: string;
let out: string;
let monday: Content;
let tuesday: Content;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'file-destination-'));
  out = join(root, 'out');
  monday = buildContent(root, 'site,"click\ns",revenue', ['a,1,2.5', 'b,2,']);
  tuesday = buildContent(root, 'site,clicks,revenue', ['c,3,1']);
});
afterEach(() => rmSync(root, { recursive: true }));

const PATH = '{YYYY}/{MM}/{name}_{DD}.csv';

function deliver(
  content: Content,
  parameters: Parameters = { path: PATH },
  overrides: Partial<DeliveryRequest> = {},
  fault?: Fault,
): Promise<Delivered> {
  const request = buildDelivery(content, { parameters, ...overrides });
  return destination.deliver(
    request,
    buildContext({ folders: { read: [], write: [out] }, ...(fault ? { fault } : {}) }),
  );
}

const target = (): string => join(out, '2026', '03', 'ad_daily_04.csv');
const parts = (): string[] => readdirSync(join(out, '2026', '03')).filter((name) => name.endsWith('.part'));

describe('file destination', () => {
  it('writes the file of the report date', async () => {
    expect(await deliver(monday)).toEqual({
      rows: 2,
      bytes: monday.bytes,
      destination: 'file · 2026/03/ad_daily_04.csv',
      alreadyDelivered: false,
    });
    expect(readFileSync(target(), 'utf8')).toBe('site,"click\ns",revenue\na,1,2.5\nb,2,\n');
    expect(parts()).toEqual([]);
  });

  it('leaves out the header and compresses when asked to', async () => {
    await deliver(monday, { path: 'plain.csv', header: false });
    expect(readFileSync(join(out, 'plain.csv'), 'utf8')).toBe('a,1,2.5\nb,2,\n');
    const first = await deliver(monday, { path: 'small.csv.gz' });
    const gzip = readFileSync(join(out, 'small.csv.gz'));
    expect(gunzipSync(gzip).equals(readFileSync(monday.path))).toBe(true);
    expect(first.bytes).toBe(gzip.length);
    await deliver(monday, { path: 'again.csv', compression: 'gzip' });
    expect(readFileSync(join(out, 'again.csv')).equals(gzip)).toBe(true);
  });

  it('replaces a result by a newer one, repeats an equal one without writing, refuses an older one', async () => {
    await deliver(monday, { path: PATH }, { fence: 2 });
    await deliver(tuesday, { path: PATH }, { fence: 3 });
    const newest = readFileSync(tuesday.path, 'utf8');
    expect(readFileSync(target(), 'utf8')).toBe(newest);
    expect(await deliver(tuesday, { path: PATH }, { fence: 3, attempt: 2 })).toMatchObject({
      alreadyDelivered: true,
      rows: 1,
    });
    await expect(deliver(monday, { path: PATH }, { fence: 2 })).rejects.toMatchObject({
      code: 'DESTINATION_SUPERSEDED',
    });
    expect(readFileSync(target(), 'utf8')).toBe(newest);
  });

  it('lets backfills and production compete, and keeps test runs and other dates apart', async () => {
    await deliver(monday, { path: 'one.csv' }, { fence: 5, purpose: 'backfill' });
    await expect(deliver(monday, { path: 'one.csv' }, { fence: 4 })).rejects.toMatchObject({
      code: 'DESTINATION_SUPERSEDED',
    });
    expect(await deliver(tuesday, { path: 'one.csv' }, { fence: 1, purpose: 'proof' })).toMatchObject({
      alreadyDelivered: false,
    });
    expect(await deliver(tuesday, { path: 'one.csv' }, { fence: 1, reportDate: '2026-03-05' })).toMatchObject({
      alreadyDelivered: false,
    });
  });

  it('refuses an older result that was overtaken while it was being written', async () => {
    const overtaken = deliver(monday, { path: PATH }, { fence: 1 }, async () => {
      await deliver(tuesday, { path: PATH }, { fence: 2, unitId: 'u2' });
    });
    await expect(overtaken).rejects.toMatchObject({ code: 'DESTINATION_SUPERSEDED' });
    expect(readFileSync(target(), 'utf8')).toBe(readFileSync(tuesday.path, 'utf8'));
    expect(parts()).toEqual([]);
  });

  it('leaves the old file whole when it fails in the middle', async () => {
    await deliver(monday);
    let seen = '';
    const failing = deliver(tuesday, { path: PATH }, { fence: 2 }, async () => {
      seen = readFileSync(target(), 'utf8');
      throw new Error('planted');
    });
    await expect(failing).rejects.toThrow('planted');
    expect(seen).toBe(readFileSync(monday.path, 'utf8'));
    expect(readFileSync(target(), 'utf8')).toBe(seen);
    expect(parts()).toEqual([]);
  });

  it('sweeps what crashed attempts left, but not what another unit is writing', async () => {
    mkdirSync(join(out, '2026', '03'), { recursive: true });
    for (const unit of ['u1.1', 'old.1', 'other.1'])
      writeFileSync(join(out, '2026', '03', `.ad_daily_04.csv.${unit}.part`), 'half');
    utimesSync(join(out, '2026', '03', '.ad_daily_04.csv.old.1.part'), 0, 0);
    utimesSync(
      join(out, '2026', '03', '.ad_daily_04.csv.other.1.part'),
      new Date(Date.UTC(2026, 2, 5)),
      new Date(Date.UTC(2026, 2, 5)),
    );
    await deliver(monday, { path: PATH }, { attempt: 2 });
    expect(parts()).toEqual(['.ad_daily_04.csv.other.1.part']);
  });

  describe('what an attempt that died left', () => {
    const inFolder = (): string => join(out, '2026', '03');
    const left = (name: string, at?: Date): void => {
      mkdirSync(join(inFolder(), '.switchboard'), { recursive: true });
      writeFileSync(join(inFolder(), name), 'half');
      if (at) utimesSync(join(inFolder(), name), at, at);
    };
    const allParts = (): string[] =>
      readdirSync(inFolder(), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'));

    it('what an attempt that died left is gone before the next one writes, so that there is room, but not what one after it writes', {
      tags: 'case:full',
    }, async () => {
      for (const attempt of [1, 3]) left(`.ad_daily_04.csv.u1.${attempt}.part`);
      const seen: string[][] = [];
      const full = deliver(monday, { path: PATH }, { attempt: 2 }, async () => {
        seen.push(allParts().sort());
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      });
      await expect(full).rejects.toMatchObject({ code: 'DESTINATION_FULL' });
      expect(seen).toEqual([['.ad_daily_04.csv.u1.2.part', '.ad_daily_04.csv.u1.3.part']]);
      expect(allParts()).toEqual(['.ad_daily_04.csv.u1.3.part']);
    });

    it('what an attempt that died left is gone when the upload was abandoned', async () => {
      await deliver(monday);
      const [ledger = ''] = readdirSync(join(inFolder(), '.switchboard'));
      for (const name of ['.ad_daily_04.csv.u1.1.part', `.switchboard/.${ledger}.u1.1.part`]) left(name);
      const abandoned = deliver(tuesday, { path: PATH }, { fence: 2, attempt: 2, isCancelRequested: true });
      await expect(abandoned).rejects.toMatchObject({ code: 'DELIVERY_CANCELLED' });
      expect(allParts()).toEqual([]);
      expect(readFileSync(target(), 'utf8')).toBe(readFileSync(monday.path, 'utf8'));
    });

    it('what an attempt that died left at another target is removed after a day; files with similar names stay', async () => {
      const [fresh, old] = [new Date(Date.UTC(2026, 2, 5)), new Date(Date.UTC(2026, 2, 4))];
      left('.ad_daily_01.csv.u9.1.part', old);
      // It may be the only record of a delivery which a crash interrupted between its two renames.
      const entry = '.switchboard/.ad_daily-2026-03-01-0123456789ab.json.u9.1.part';
      left(entry, old);
      left('.ad_daily_02.csv.u9.1.part', fresh);
      for (const name of ['book.part', '.hidden.part', 'x.csv.u9.1.part']) left(name, old);
      await deliver(monday);
      const kept = ['.ad_daily_02.csv.u9.1.part', '.hidden.part', entry, 'book.part', 'x.csv.u9.1.part'];
      expect(allParts().sort()).toEqual(kept);
    });

    it('what an attempt that died left is not added to when the ledger entry cannot be written', async () => {
      await deliver(monday);
      const unread = Promise.reject(new Error('no sum'));
      unread.catch(() => undefined);
      const failing = deliver({ ...tuesday, sha256: unread }, { path: PATH }, { fence: 2 });
      await expect(failing).rejects.toThrow('no sum');
      expect(allParts()).toEqual([]);
      const [ledger = ''] = readdirSync(join(inFolder(), '.switchboard'));
      mkdirSync(join(inFolder(), '.switchboard', `.${ledger}.u1.2.part`));
      left('.ad_daily_04.csv.u1.1.part');
      await expect(deliver(tuesday, { path: PATH }, { fence: 2, attempt: 2 })).rejects.toThrow('EISDIR');
      expect(parts()).toEqual([]);
      expect(readFileSync(target(), 'utf8')).toBe(readFileSync(monday.path, 'utf8'));
    });
  });

  it.each(['../x.csv', '/etc/x.csv', 'a/../../x.csv', 'a//b.csv', 'a/./b', 'x\u0000.csv'])(
    'refuses %j',
    async (path) => {
      await expect(deliver(monday, { path })).rejects.toMatchObject({ code: 'DESTINATION_PATH_FORBIDDEN' });
    },
  );

  it('knows what it delivered when it crashed between the file and its ledger', async () => {
    await deliver(monday, { path: PATH }, { fence: 1 });
    await deliver(tuesday, { path: PATH }, { fence: 2 });
    const folder = join(out, '2026', '03', '.switchboard');
    const [ledger = ''] = readdirSync(folder);
    // The entry waits beside the ledger, which still speaks of the result before.
    const newest = readFileSync(join(folder, ledger), 'utf8');
    const before = newest.replace('"fence":2', '"fence":1').replace(/,"file":.*/, '}');
    writeFileSync(join(folder, `.${ledger}.u1.1.part`), newest);
    writeFileSync(join(folder, ledger), before);
    const again = { fence: 2, attempt: 2 };
    expect(await deliver(tuesday, { path: PATH }, { ...again, isCancelRequested: true })).toMatchObject({
      alreadyDelivered: true,
    });
    expect(readdirSync(folder)).toEqual([ledger]);
    expect(readFileSync(join(folder, ledger), 'utf8')).toBe(newest);
    // Of a file that is not there, or not this one, an entry says nothing.
    writeFileSync(
      join(folder, `.${ledger}.u1.1.part`),
      newest.replace('"fence":2', '"fence":3').replace('"file":"', '"file":"9'),
    );
    await expect(
      deliver(monday, { path: PATH }, { fence: 3, attempt: 2, isCancelRequested: true }),
    ).rejects.toMatchObject({
      code: 'DELIVERY_CANCELLED',
    });
    expect(await deliver(monday, { path: PATH }, { fence: 3, attempt: 3 })).toMatchObject({ alreadyDelivered: false });
    expect(readFileSync(target(), 'utf8')).toBe(readFileSync(monday.path, 'utf8'));
    expect(readdirSync(folder)).toEqual([ledger]);
    // One that finds everything there tidies up, too, but takes nothing away from an attempt after it.
    for (const attempt of [1, 5]) writeFileSync(join(folder, `.${ledger}.u1.${attempt}.part`), 'half');
    expect(await deliver(monday, { path: PATH }, { fence: 3, attempt: 4 })).toMatchObject({ alreadyDelivered: true });
    expect(readdirSync(folder)).toEqual([`.${ledger}.u1.5.part`, ledger]);
  });

  it('refuses links that lead outside, and makes nothing there', async () => {
    mkdirSync(out);
    const outside = join(root, 'outside');
    mkdirSync(outside);
    symlinkSync(outside, join(out, 'link'));
    await expect(deliver(monday, { path: 'link/sub/x.csv' })).rejects.toMatchObject({
      code: 'DESTINATION_PATH_FORBIDDEN',
    });
    expect(readdirSync(outside)).toEqual([]);
    symlinkSync(join(outside, 'x.csv'), join(out, 'x.csv'));
    await deliver(monday, { path: 'x.csv' });
    expect(existsSync(join(outside, 'x.csv'))).toBe(false);
  });

  it.each([
    [{ path: '{YYYY}.csv' }, { reportDate: null }],
    [{ path: '{nmae}.csv' }, {}],
    [{ path: 'a.csv' }, { mode: 'append' as const }],
    [{ path: 'a.parquet', compression: 'gzip' }, {}],
    [{}, {}],
  ])('refuses the parameters %j with %j', async (parameters: Parameters, overrides: Partial<DeliveryRequest>) => {
    await expect(deliver(monday, parameters, overrides)).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
  });

  it('reports what the disk refuses', async () => {
    mkdirSync(join(out, 'taken.csv', 'x'), { recursive: true });
    await expect(deliver(monday, { path: 'taken.csv' })).rejects.toMatchObject({ code: 'DESTINATION_REFUSED' });
    await expect(deliver(monday, { path: `${'x'.repeat(300)}.csv` })).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
    });
  });

  describe('the reason of a refusal, with the path as the script has it', () => {
    const messageOf = async (path: string, failure: string | null = null): Promise<string> => {
      const failing = deliver(monday, { path }, {}, async () => {
        if (failure !== null) throw Object.assign(new Error(`${failure}: no, '${out}/x'`), { code: failure });
      });
      const error: unknown = await failing.catch((refusal: unknown) => refusal);
      return error instanceof Error ? error.message : 'nothing was refused';
    };
    const refused = (reason: string) => `Destination refused the write: ${reason}. Change it there, then retry.`;

    it('reports a folder of that name', async () => {
      mkdirSync(join(out, 'daily', '2026-03-04', 'x'), { recursive: true });
      const reason = 'there is a folder of that name for';
      expect(await messageOf('daily/{YYYY-MM-DD}')).toBe(refused(`${reason} daily/2026-03-04`));
      expect(await messageOf(join(out, 'daily', '{YYYY-MM-DD}'))).toBe(
        refused(`${reason} ${join(out, 'daily/2026-03-04')}`),
      );
    });

    it('reports a link that leads outside', async () => {
      mkdirSync(out);
      mkdirSync(join(root, 'outside'));
      symlinkSync(join(root, 'outside'), join(out, 'link'));
      const outside =
        'ad_daily: link/04.csv is outside the folders that file uploads may write. Choose a path below one of them, or ask an administrator to allow its folder.';
      expect(await messageOf('link/{DD}.csv')).toBe(outside);
    });

    it('reports a file in the place of a folder, a long name and a ledger that is not a folder', async () => {
      mkdirSync(out);
      writeFileSync(join(out, 'file'), '');
      const noFolder = 'there is a file where the path needs a folder';
      expect(await messageOf('file/{DD}.csv')).toBe(refused(`${noFolder} for file/04.csv`));
      expect(await messageOf('file/sub/{DD}.csv')).toBe(refused(`${noFolder} for file/sub/04.csv`));
      const long = `${'x'.repeat(300)}.csv`;
      expect(await messageOf(long)).toBe(refused(`the name is too long for ${long}`));
      mkdirSync(join(out, 'sub'));
      writeFileSync(join(out, 'sub', '.switchboard'), '');
      expect(await messageOf('sub/{DD}.csv')).toBe(refused(`${noFolder} for sub/04.csv`));
    });

    it.each([
      ['EACCES', refused('permission denied for sub/04.csv')],
      ['EPERM', refused('permission denied for sub/04.csv')],
      ['EROFS', refused('the disk is read-only for sub/04.csv')],
      ['EIO', 'The file store failed: writing sub/04.csv failed (EIO). Will retry.'],
    ])('reports the error %s', { tags: 'case:denied' }, async (code, message) => {
      expect(await messageOf('sub/{DD}.csv', code)).toBe(message);
    });
  });

  it('reads no result for a file that cannot be made: one that is gone then would end the program', async () => {
    const gone = { ...monday, path: join(root, 'gone') };
    await expect(deliver(gone, { path: `${'x'.repeat(300)}.csv` })).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
    });
  });

  it('derives the format from the path', () => {
    expect(destination.formatOf({ path: 'a.parquet' })).toBe('parquet');
    expect(destination.formatOf({ path: 'a.csv.gz' })).toBe('csv.gz');
    expect(destination.formatOf({ path: 'a.csv.gz', delimiter: ';' })).toBe('csv');
    expect(destination.formatOf({ path: 'a', format: 'parquet' })).toBe('parquet');
  });
});
