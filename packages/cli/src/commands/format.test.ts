import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
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

test('formats a script, once, and keeps its meaning, comments and rights', async () => {
  const path = join(folder, 'a.sbs');
  await writeFile(path, CRAMPED);
  await chmod(path, 0o600);
  const before = await planOf();

  const checked = await runCommand(['format', '--check'], folder);
  expect(checked).toMatchObject({ code: 1, out: 'a.sbs\n', err: '1 of 1 file would be reformatted\n' });
  expect(await readFile(path, 'utf8')).toBe(CRAMPED);

  expect(await runCommand(['format'], folder)).toMatchObject({
    code: 0,
    out: 'a.sbs\n',
    err: '1 of 1 file reformatted\n',
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

test('a script with syntax errors is named and left alone, and the others are formatted', async () => {
  const broken = 'table t is  select site,, from ads;';
  await writeFile(join(folder, 'a.sbs'), CRAMPED);
  await writeFile(join(folder, 'b.sbs'), broken);
  const { code, out, err } = await runCommand(['format'], folder);
  expect(code).toBe(1);
  expect(out).toBe('a.sbs\n');
  expect(err).toContain('error SBS1007 b.sbs:1:25');
  expect(err).toContain('1 of 2 files reformatted; 1 with syntax errors left alone\n');
  expect(await readFile(join(folder, 'b.sbs'), 'utf8')).toBe(broken);
});

test('only what changes is written; rights, line ends and links stay', async () => {
  await writeFile(join(folder, 'a.sbs'), CRAMPED.replaceAll('\n', '\r\n'));
  await chmod(join(folder, 'a.sbs'), 0o666);
  await symlink('a.sbs', join(folder, 'link.sbs'));
  expect(await runCommand(['format', 'link.sbs'], folder)).toMatchObject({ code: 0, out: 'link.sbs\n' });
  const [text, { mode, ino }] = [await readFile(join(folder, 'a.sbs'), 'utf8'), await stat(join(folder, 'a.sbs'))];
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(mode & 0o777).toBe(0o666);
  expect((await lstat(join(folder, 'link.sbs'))).isSymbolicLink()).toBe(true);
  expect(await runCommand(['format'], folder)).toMatchObject({ code: 0, out: '' });
  expect((await stat(join(folder, 'a.sbs'))).ino).toBe(ino);
});

test('--stdin goes from input to output, and a broken text through as it is', async () => {
  const formatted = await runCommand(['format', '--stdin'], folder, {}, CRAMPED);
  expect(formatted).toMatchObject({ code: 0, err: '' });
  expect(await runCommand(['format', '--stdin', '--check'], folder, {}, formatted.out)).toMatchObject({
    code: 0,
    out: '',
  });
  expect(await runCommand(['format', '--stdin', '--check'], folder, {}, CRAMPED)).toMatchObject({ code: 1, out: '' });
  const broken = '\ufefftable t is  select ,\r\n';
  const through = await runCommand(['format', '--stdin'], folder, {}, broken);
  expect(through).toMatchObject({ code: 1, out: broken });
  expect(through.err).toContain('error SBS1007 input:1:20');
  const binary = await runCommand(['format', '--stdin'], folder, {}, Buffer.from([0xff]));
  expect(binary).toMatchObject({ code: 2, out: '' });
  expect(await runCommand(['format', '--stdin', 'a.sbs'], folder)).toMatchObject({ code: 2, out: '' });
});
