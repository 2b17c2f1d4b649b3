import { once } from 'node:events';
import { chmodSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Parameters } from '@switchboard/model/plan';
import { asOrdinaryUser } from '@switchboard/model/testing/as-ordinary-user';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseFiles } from '../../listing/date-files.ts';
import { buildContext } from '../../testing/context.ts';
import { source } from './source.ts';

const NOW = Date.UTC(2026, 2, 5, 6);
let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'file-source-'));
  folder = join(root, 'in');
  mkdirSync(join(folder, '2026', '03'), { recursive: true });
  writeFileSync(join(root, 'secret.csv'), 'secret');
  writeFileSync(join(folder, '2026', '03', 'ads_04.csv'), 'a,b\n');
  writeFileSync(join(folder, '2026', '03', 'ads_05.csv'), 'c,d\n');
  writeFileSync(join(folder, 'top.csv'), 'top');
  writeFileSync(join(folder, '.hidden.csv'), 'hidden');
});
afterEach(() => rmSync(root, { recursive: true }));

/** Lists, chooses and fetches, as the engine does. */
async function fetchFiles(
  path: string,
  reportDate: string | null = '2026-03-04',
  further: Parameters = {},
): Promise<string[][]> {
  const parameters = { path, ...further };
  const context = buildContext({ folders: { read: [join(root, 'none'), folder], write: [] } });
  const request = { name: 'ads', parameters, key: null, reportDate, state: null };
  const dates = reportDate === null ? null : [reportDate];
  const listed = (await source.list?.({ ...request, dates }, context)) ?? [];
  const { files: wanted } = chooseFiles({ name: 'ads', parameters, dates, timezone: 'UTC', now: NOW }, listed);
  const answer = await source.fetch({ ...request, files: wanted }, context);
  if (answer.kind !== 'files') throw new Error('expected files');
  const files: string[][] = [];
  for await (const file of answer.files) files.push([file.filename, file.url, await text(file.body)]);
  return files;
}

describe('file source', () => {
  it('reads the file of the report date, relative or absolute', async () => {
    const expected = ['ads_04.csv', 'file:2026/03/ads_04.csv', 'a,b\n'];
    expect(await fetchFiles('{YYYY}/{MM}/ads_{DD}.csv')).toEqual([expected]);
    const absolute = join(folder, '{YYYY}/{MM}/ads_{DD}.csv');
    expect(await fetchFiles(absolute)).toEqual([
      [expected[0], `file:${join(folder, '2026/03/ads_04.csv')}`, expected[2]],
    ]);
  });

  it('matches several files in order, hidden ones only by name', async () => {
    const names = async (path: string): Promise<(string | undefined)[]> =>
      (await fetchFiles(path, path.startsWith('{') ? '2026-03-04' : null)).map(([name]) => name);
    expect(await names('{YYYY}/*/ads_*.csv')).toEqual(['ads_04.csv', 'ads_05.csv']);
    expect(await names('**/*.csv')).toEqual(['ads_04.csv', 'ads_05.csv', 'top.csv']);
    expect(await names('*.csv')).toEqual(['top.csv']);
    expect(await names('.hid*')).toEqual(['.hidden.csv']);
  });

  it('takes the files of a folder by pattern, regex and the date in their names', async () => {
    const names = async (path: string, further: Parameters): Promise<(string | undefined)[]> =>
      (await fetchFiles(path, further['datetime_pattern'] ? '2026-03-04' : null, further)).map(([name]) => name);
    expect(await names('2026', { pattern: '*/ads_*' })).toEqual(['ads_04.csv', 'ads_05.csv']);
    expect(await names('2026', { regex: String.raw`^03/ads_\d5\.csv$` })).toEqual(['ads_05.csv']);
    for (const name of ['ads_04.csv', 'ads_05.csv']) utimesSync(join(folder, '2026', '03', name), 0, NOW / 1000);
    expect(await names('2026/03', { pattern: '*.csv', datetime_pattern: 'ads_DD' })).toEqual(['ads_04.csv']);
    await expect(names('2026', { pattern: '*.csv', regex: 'x' })).rejects.toThrow('cannot be combined');
    await expect(names('2026', { regex: '(?=x)' })).rejects.toThrow('is not a valid regular expression');
    await expect(names('2026', { pattern: '../../*' })).rejects.toMatchObject({ code: 'SOURCE_PATH_FORBIDDEN' });
    expect(await names('2026', { pattern: '*.parquet' })).toEqual([]);
    expect(await names('2026', { pattern: '0**4.csv' })).toEqual(['ads_04.csv']);
  });

  it('lists nothing where there is no file', { tags: 'case:missing' }, async () => {
    for (const path of ['{YYYY}/missing.csv', '{YYYY}none/*.csv', 'top.csv/{DD}'])
      expect(await fetchFiles(path)).toEqual([]);
  });

  it('lists size and time, and the date of each place', async () => {
    utimesSync(join(folder, 'top.csv'), 100, Date.UTC(2026, 2, 4) / 1000);
    const context = buildContext({ folders: { read: [folder], write: [] } });
    const list = async (path: string, dates: readonly string[] | null) =>
      source.list?.({ name: 'ads', parameters: { path }, key: null, dates }, context);
    expect(await list('top.csv', null)).toEqual([
      {
        path: 'top.csv',
        relative: 'top.csv',
        size: 3,
        modified: Date.UTC(2026, 2, 4),
        checksum: null,
        reportDate: null,
      },
    ]);
    expect(await list('2026/03/ads_{DD}.csv', ['2026-03-03', '2026-03-04', '2026-03-05'])).toMatchObject([
      { path: '2026/03/ads_04.csv', reportDate: '2026-03-04' },
      { path: '2026/03/ads_05.csv', reportDate: '2026-03-05' },
    ]);
  });

  it('fetches exactly what was listed: nothing that is gone, changed or elsewhere', async () => {
    const context = buildContext({ folders: { read: [folder], write: [] } });
    const fetched = async (path: string, size: number | null): Promise<string[]> => {
      const files = [{ path, size, modified: null, checksum: null }];
      const answer = await source.fetch(
        { name: 'ads', parameters: { path: '*' }, key: null, reportDate: null, state: null, files },
        context,
      );
      if (answer.kind !== 'files') throw new Error('expected files');
      const found: string[] = [];
      for await (const file of answer.files) found.push(await text(file.body));
      return found;
    };
    expect(await fetched('top.csv', 3)).toEqual(['top']);
    expect(await fetched('top.csv', null)).toEqual(['top']);
    await expect(fetched('top.csv', 4)).rejects.toMatchObject({ code: 'SOURCE_FILE_CHANGED', class: 'transient' });
    await expect(fetched('gone.csv', 4)).rejects.toMatchObject({ code: 'SOURCE_FILE_MISSING', class: 'transient' });
    await expect(fetched('../secret.csv', 6)).rejects.toMatchObject({ code: 'SOURCE_PATH_FORBIDDEN' });
    await expect(fetched('2026/03', null)).rejects.toThrow('path leads to 2026/03, which is a folder;');
    symlinkSync(join(root, 'secret.csv'), join(folder, 'link.csv'));
    await expect(fetched('link.csv', 6)).rejects.toThrow('ads: link.csv is outside the folders');
  });

  it.each(['../secret.csv', '/etc/passwd', '2026/../../secret.csv', '2026//03', './top.csv', 'a\u0000b', '~/../x'])(
    'refuses %j',
    async (path) => {
      await expect(fetchFiles(path, null)).rejects.toMatchObject({ code: 'SOURCE_PATH_FORBIDDEN' });
    },
  );

  it('refuses links that lead outside, and paths that are not files', async () => {
    symlinkSync(join(root, 'secret.csv'), join(folder, 'link.csv'));
    symlinkSync(root, join(folder, 'up'));
    const server = createServer().listen(join(folder, 'pipe'));
    await once(server, 'listening');
    for (const path of ['link.csv', 'up/secret.csv'])
      await expect(fetchFiles(path, null)).rejects.toMatchObject({ code: 'SOURCE_PATH_FORBIDDEN' });
    for (const path of ['pipe', '2026'])
      await expect(fetchFiles(path, null)).rejects.toMatchObject({ code: 'PARAMETER_INVALID', class: 'permanent' });
    server.close();
    expect(await fetchFiles('up/*.csv', null)).toEqual([]);
  });

  describe('the reason of a refusal, with the path as the script has it', () => {
    const messageOf = async (path: string, further: Parameters = {}): Promise<string> => {
      const error: unknown = await fetchFiles(path, null, further).catch((failure: unknown) => failure);
      return error instanceof Error ? error.message : 'nothing was refused';
    };
    const outside = (path: string) =>
      `ads: ${path} is outside the folders that file sources may read. Move the file below one of them, or ask an administrator to allow its folder.`;
    const aFolder = (path: string) =>
      `ads: the parameter path leads to ${path}, which is a folder; name the files in it, as in ${path}/*. Correct it, then retry.`;

    it('reports a folder', async () => {
      expect(await messageOf('2026/03')).toBe(aFolder('2026/03'));
      expect(await messageOf(join(folder, '2026'))).toBe(aFolder(join(folder, '2026')));
      expect(await messageOf('2026', { pattern: '03' })).toBe(aFolder('2026/03'));
    });

    it('reports a link that leads outside, also one that a wildcard finds', async () => {
      symlinkSync(join(root, 'secret.csv'), join(folder, '2026', 'link.csv'));
      for (const path of ['2026/link.csv', '2026/*.csv', '**/link.csv'])
        expect(await messageOf(path)).toBe(outside('2026/link.csv'));
      expect(await messageOf('2026', { regex: 'link' })).toBe(outside('2026/link.csv'));
      expect(await messageOf(join(folder, '*/link.csv'))).toBe(outside(join(folder, '2026/link.csv')));
    });

    it('reports links in a cycle, and a socket', async () => {
      symlinkSync('round.csv', join(folder, 'round.csv'));
      const round =
        'ads: the parameter path leads to round.csv, which is a link that leads nowhere. Correct it, then retry.';
      expect(await messageOf('round.csv')).toBe(round);
      expect(await messageOf('*.csv')).toBe(round);
      const server = createServer().listen(join(folder, 'pipe'));
      await once(server, 'listening');
      expect(await messageOf('pipe')).toBe(
        'ads: the parameter path leads to pipe, which is not a file. Correct it, then retry.',
      );
      server.close();
    });

    it('reports what may not be read', { tags: 'case:denied' }, async () => {
      const refused = (path: string) =>
        `ads: the parameter path leads to ${path}, which may not be read; its permissions refuse it. Correct it, then retry.`;
      chmodSync(root, 0o755);
      chmodSync(join(folder, 'top.csv'), 0);
      chmodSync(join(folder, '2026', '03'), 0);
      await asOrdinaryUser(async () => {
        expect(await messageOf('top.csv')).toBe(refused('top.csv'));
        expect(await messageOf('t*.csv')).toBe(refused('top.csv'));
        expect(await messageOf('2026/03/ads_04.csv')).toBe(refused('2026/03/ads_04.csv'));
        expect(await messageOf('2026/*/ads_*')).toBe(refused('2026/03'));
        expect(await messageOf(join(folder, '2026/**'))).toBe(refused(join(folder, '2026/03')));
        expect(await messageOf('2026', { pattern: '**/*' })).toBe(refused('2026/03'));
      });
      chmodSync(join(folder, '2026', '03'), 0o755);
      chmodSync(folder, 0o300);
      await asOrdinaryUser(async () => expect(await messageOf('*.csv')).toBe(refused('.')));
    });

    it('reports what the disk cannot do', async () => {
      const long = 'x'.repeat(300);
      expect(await messageOf(`2026/${long}`)).toBe(
        'The file store failed: ads: reading failed (ENAMETOOLONG). Will retry.',
      );
    });
  });

  it('a file counts once under all its names', async () => {
    const march = join(folder, '2026', '03');
    symlinkSync('ads_04.csv', join(march, 'again.csv'));
    symlinkSync('again.csv', join(march, 'ads_latest.csv'));
    linkSync(join(march, 'ads_05.csv'), join(march, 'hard.csv'));
    expect((await fetchFiles('2026/03/*.csv', null)).map(([name]) => name)).toEqual(['ads_04.csv', 'ads_05.csv']);
    expect((await fetchFiles('2026/03/ads_*.csv', null)).map(([name]) => name)).toEqual(['ads_04.csv', 'ads_05.csv']);
    expect((await fetchFiles('2026/03/again.csv', null)).map(([name]) => name)).toEqual(['ads_04.csv']);
  });

  it('reads a link that stays inside', async () => {
    symlinkSync(join(folder, 'top.csv'), join(folder, 'alias.csv'));
    expect(await fetchFiles('alias.csv', null)).toEqual([['top.csv', 'file:alias.csv', 'top']]);
  });

  it('refuses a date where there are no report dates, and everything when no folder is open', async () => {
    await expect(fetchFiles('{YYYY}.csv', null)).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
    const request = { name: 'ads', parameters: { path: 'top.csv' }, key: null, dates: null };
    await expect(source.list?.(request, buildContext())).rejects.toMatchObject({ code: 'SOURCE_PATH_FORBIDDEN' });
  });
});
