import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Parameters } from '@switchboard/model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildContext } from '../../test/context.ts';
import { dateForms } from './choose-files.ts';
import { matchesStep } from './match-path.ts';
import { fileSource } from './source.ts';

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

async function fetchFiles(
  path: string,
  reportDate: string | null = '2026-03-04',
  further: Parameters = {},
): Promise<string[][]> {
  const request = { name: 'ads', parameters: { path, ...further }, key: null, reportDate, state: null };
  const answer = await fileSource.fetch(
    request,
    buildContext({ folders: { read: [join(root, 'none'), folder], write: [] } }),
  );
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
      (await fetchFiles(path)).map(([name]) => name);
    expect(await names('{YYYY}/*/ads_*.csv')).toEqual(['ads_04.csv', 'ads_05.csv']);
    expect(await names('**/*.csv')).toEqual(['ads_04.csv', 'ads_05.csv', 'top.csv']);
    expect(await names('*.csv')).toEqual(['top.csv']);
    expect(await names('.hid*')).toEqual(['.hidden.csv']);
  });

  it('takes the files of a folder by pattern, regex and the date in their names', async () => {
    const names = async (path: string, further: Parameters): Promise<(string | undefined)[]> =>
      (await fetchFiles(path, '2026-03-04', further)).map(([name]) => name);
    expect(await names('2026', { pattern: '*/ads_*' })).toEqual(['ads_04.csv', 'ads_05.csv']);
    expect(await names('2026', { regex: String.raw`^03/ads_\d5\.csv$` })).toEqual(['ads_05.csv']);
    expect(await names('2026/03', { pattern: '*.csv', datetime_pattern: 'ads_DD' })).toEqual(['ads_04.csv']);
    await expect(names('2026', { pattern: '*.csv', regex: 'x' })).rejects.toThrow('cannot be combined');
    await expect(names('2026', { regex: '(?=x)' })).rejects.toThrow('is no regular expression');
    await expect(names('2026', { pattern: '../../*' })).rejects.toMatchObject({ code: 'SOURCE_PATH_FORBIDDEN' });
    await expect(names('2026', { pattern: '*.parquet' })).rejects.toThrow('there is no file 2026/*.parquet yet');
  });

  it('waits for a file that is not there', async () => {
    for (const path of ['{YYYY}/missing.csv', 'none/*.csv', 'top.csv/x']) {
      await expect(fetchFiles(path)).rejects.toMatchObject({ code: 'SOURCE_FILE_MISSING', class: 'transient' });
    }
  });

  it.each(['../secret.csv', '/etc/passwd', '2026/../../secret.csv', '2026//03', './top.csv', 'a\u0000b', '~/../x'])(
    'refuses %j',
    async (path) => {
      await expect(fetchFiles(path)).rejects.toMatchObject({ code: 'SOURCE_PATH_FORBIDDEN' });
    },
  );

  it('refuses links that lead outside, and what is no file', async () => {
    symlinkSync(join(root, 'secret.csv'), join(folder, 'link.csv'));
    symlinkSync(root, join(folder, 'up'));
    const server = createServer().listen(join(folder, 'pipe'));
    await once(server, 'listening');
    for (const path of ['link.csv', 'up/secret.csv', 'pipe', '2026']) {
      await expect(fetchFiles(path)).rejects.toMatchObject({ code: 'SOURCE_PATH_FORBIDDEN' });
    }
    server.close();
    await expect(fetchFiles('up/*.csv')).rejects.toMatchObject({ code: 'SOURCE_FILE_MISSING' });
  });

  it('reads a link that stays inside', async () => {
    symlinkSync(join(folder, 'top.csv'), join(folder, 'alias.csv'));
    expect(await fetchFiles('alias.csv')).toEqual([['top.csv', 'file:alias.csv', 'top']]);
  });

  it('refuses a date where there are no report dates, and everything when no folder is open', async () => {
    await expect(fetchFiles('{YYYY}.csv', null)).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
    const request = { name: 'ads', parameters: { path: 'top.csv' }, key: null, reportDate: null, state: null };
    await expect(fileSource.fetch(request, buildContext())).rejects.toMatchObject({ code: 'SOURCE_PATH_FORBIDDEN' });
  });
});

describe('wildcards', () => {
  it.each([
    ['abc', 'abc', true],
    ['abc', 'a*', true],
    ['abc', '*c', true],
    ['abc', 'a?c', true],
    ['abc', '*b*', true],
    ['', '*', true],
    ['abc', 'ab', false],
    ['abc', '*d', false],
    ['abc', '?', false],
    ['a*b', 'a*b', true],
    ['aXbXc', 'a*X*c', true],
    ['ab', 'ab?', false],
  ])('%s by %s: %s', (step, pattern, expected) => expect(matchesStep(step, pattern)).toBe(expected));

  it('does not blow up on hostile patterns', () => {
    const started = performance.now();
    expect(matchesStep('a'.repeat(2000), `${'*a'.repeat(500)}b`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('dates in file names', () => {
  it.each([
    ['YYYYMMDD', ['20260304', '2026mar04', '2026march04']],
    ['YY_M_D', ['26_3_4']],
    ['DD-MM-YYYY*HH', ['04-03-2026*??', '04-mar-2026*??', '04-march-2026*??']],
  ])('%s', (pattern, expected) => expect(dateForms(pattern, '2026-03-04')).toEqual(expected));
});
