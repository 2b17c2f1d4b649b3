import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { asOrdinaryUser } from '@switchboard/model/testing/as-ordinary-user';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UsageError } from '../exit.ts';
import { readScripts } from './read-scripts.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'switchboard-read-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(path: string, text: string | Buffer = path): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const pathsOf = async (paths: readonly string[], cwd = folder): Promise<readonly string[]> =>
  (await readScripts(paths, cwd)).map((file) => file.path);

const failureOf = async (paths: readonly string[]): Promise<string> => {
  const failure: unknown = await readScripts(paths, folder).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UsageError);
  return failure instanceof Error ? failure.message : '';
};

describe('the files that are read', () => {
  test('every script below the folders, each once, in order', async () => {
    for (const path of ['b.sbs', 'a/z.sbs', 'a/b/c.sbs', 'a/notes.txt', '.git/x.sbs', 'node_modules/x/x.sbs'])
      await write(path);
    expect(await pathsOf(['.'])).toEqual(['a/b/c.sbs', 'a/z.sbs', 'b.sbs']);
    expect(await pathsOf(['b.sbs', '.', 'a/../b.sbs'])).toEqual(['b.sbs', 'a/b/c.sbs', 'a/z.sbs']);
    expect(await pathsOf(['a/notes.txt'])).toEqual(['a/notes.txt']);
  });

  test('links are followed, and the link is what the file is called by', async () => {
    await write('kept/real.txt', 'linked');
    await write('kept/inner/deep.sbs');
    await mkdir(join(folder, 'in'));
    await symlink('../kept/real.txt', join(folder, 'in/link.sbs'));
    await symlink('../kept/inner', join(folder, 'in/folder'));
    await symlink('../kept/nothing', join(folder, 'in/dangling'));
    const files = await readScripts(['in'], folder);
    expect(files.map(({ path, location, text }) => [path, location, text])).toEqual([
      ['in/folder/deep.sbs', join(folder, 'kept/inner/deep.sbs'), 'kept/inner/deep.sbs'],
      ['in/link.sbs', join(folder, 'kept/real.txt'), 'linked'],
    ]);
  });

  test('files elsewhere are called from the folder that was named', async () => {
    await write('there/ads/a.sbs');
    await mkdir(join(folder, 'here'));
    const [file] = await readScripts(['../there'], join(folder, 'here'));
    expect(file).toMatchObject({ path: 'ads/a.sbs', shown: '../there/ads/a.sbs' });
    expect(await pathsOf(['../there/ads/a.sbs'], join(folder, 'here'))).toEqual(['a.sbs']);
    expect(await pathsOf([join(folder, 'there')])).toEqual(['there/ads/a.sbs']);
  });

  test('a byte order mark is noted, and no part of the text', async () => {
    await write('a.sbs', '\ufeffx');
    expect(await readScripts(['a.sbs'], folder)).toMatchObject([{ text: 'x', bom: true }]);
  });
});

describe('scripts that cannot be read', () => {
  test('reports a path that is not there', async () => {
    await write('a.sbs');
    expect(await failureOf(['b.sbs'])).toBe('There is no file or folder b.sbs.');
    expect(await failureOf(['a.sbs/b.sbs'])).toBe('There is no file or folder a.sbs/b.sbs.');
    expect(await failureOf(['a.sbs', '\u001b[2Jb'])).toBe('There is no file or folder [2Jb.');
  });

  test('reports links that lead back, or nowhere', async () => {
    await symlink('self.sbs', join(folder, 'self.sbs'));
    expect(await failureOf(['self.sbs'])).toBe('self.sbs is a link that leads back to itself.');
    expect(await failureOf(['.'])).toBe('self.sbs is a link that leads back to itself.');
    await rm(join(folder, 'self.sbs'));
    await symlink('gone', join(folder, 'lost.sbs'));
    expect(await failureOf(['.'])).toBe('lost.sbs is a link to a file that is not there.');
    await rm(join(folder, 'lost.sbs'));
    await write('a/b/c.sbs');
    await symlink('../..', join(folder, 'a/b/up'));
    expect(await failureOf(['a'])).toContain('a/b/up/a is a link to a folder');
    expect(await failureOf(['.'])).toBe(
      'a/b/up is a link to a folder that it lies in. Name the files to read instead.',
    );
  });

  test('reports what one has no right to read', async () => {
    await write('a.sbs');
    await write('in/b.sbs');
    await chmod(folder, 0o755);
    await chmod(join(folder, 'a.sbs'), 0);
    await chmod(join(folder, 'in'), 0);
    await asOrdinaryUser(async () => {
      expect(await failureOf(['a.sbs'])).toBe('a.sbs cannot be read: you have no right to.');
      expect(await failureOf(['.'])).toBe('in cannot be read: you have no right to.');
    });
  });

  test('a file without end is not opened', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.sbs')]);
    expect(await failureOf(['pipe.sbs'])).toBe('pipe.sbs is neither a file nor a folder.');
  });

  test('reports a file that is too large, before it is read', async () => {
    await write('a.sbs');
    await truncate(join(folder, 'a.sbs'), 2 ** 40);
    expect(await failureOf(['.'])).toBe('a.sbs is larger than 5,000,000 bytes. Split it.');
  });

  test('reports a text in another encoding, with the line', async () => {
    await write('a.sbs', Buffer.from('one\ntwo\nna\u00efve\n', 'latin1'));
    expect(await failureOf(['a.sbs'])).toBe('a.sbs is not a UTF-8 text, as line 3 shows. Save it as UTF-8.');
    await write('a.sbs', Buffer.from([0xff]));
    expect(await failureOf(['a.sbs'])).toBe('a.sbs is not a UTF-8 text, as line 1 shows. Save it as UTF-8.');
    await write('a.sbs', Buffer.from('\ufeffx', 'utf16le'));
    expect(await failureOf(['a.sbs'])).toBe('a.sbs is not a UTF-8 text: it seems to be UTF-16. Save it as UTF-8.');
  });

  test('reports files that would go by the same name', async () => {
    for (const path of ['one/a.sbs', 'two/a.sbs', 'here/x.sbs']) await write(path);
    const failure = readScripts(['../one', '../two'], join(folder, 'here'));
    await expect(failure).rejects.toThrow('../one/a.sbs and ../two/a.sbs would both be called a.sbs.');
  });
});
