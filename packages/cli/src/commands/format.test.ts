import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../test/run-command.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-format-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const CRAMPED = `download ads from {type:"http";url:"https://example.com";format:"csv";} using {site:string;clicks:integer;};
table t is select site,sum(clicks) as clicks from ads;   // kept
upload t to {type:"file";path:"t.csv";};`;

const planOf = async (): Promise<unknown> => {
  const { out } = await runCommand(['compile', '--json', 'a.sbs'], folder);
  const compiled = JSON.parse(out, (name, value: unknown) => (name === 'position' ? undefined : value)) as {
    plan: unknown;
  };
  return compiled.plan;
};

test('lays a script out anew, once, and keeps its meaning, comments and rights', async () => {
  const path = join(folder, 'a.sbs');
  await writeFile(path, CRAMPED);
  await chmod(path, 0o600);
  const before = await planOf();

  const checked = await runCommand(['format', '--check'], folder);
  expect(checked).toMatchObject({ code: 1, out: 'a.sbs\n', err: '1 of 1 file would be laid out anew\n' });
  expect(await readFile(path, 'utf8')).toBe(CRAMPED);

  expect(await runCommand(['format'], folder)).toMatchObject({
    code: 0,
    out: 'a.sbs\n',
    err: '1 of 1 file laid out anew\n',
  });
  const text = await readFile(path, 'utf8');
  expect(text).toContain('// kept');
  expect(text.split('\n').length).toBeGreaterThan(CRAMPED.split('\n').length);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['a.sbs']);
  expect(await planOf()).toEqual(before);

  expect(await runCommand(['format', '--check', 'a.sbs'], folder)).toMatchObject({ code: 0, out: '' });
});

test('a wrong call exits with 2', async () => {
  expect(await runCommand(['format', 'nowhere.sbs'], folder)).toMatchObject({ code: 2, out: '' });
  expect(await runCommand(['format', '--unheard'], folder)).toMatchObject({ code: 2, out: '' });
});
