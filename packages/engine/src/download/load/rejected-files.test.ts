import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packedFrame, unpackedText } from '../../formats/part-scan/packed-text.ts';
import { RejectedFiles } from './rejected-files.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rejected-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

const textOf = async (path: string | null): Promise<string> =>
  path === null ? 'none' : text(unpackedText(createReadStream(path)));
const frames = (...texts: string[]) => ({ path: null, frames: texts.map(packedFrame) });

test('parts stand behind one another, also those of which a file holds the beginning', async () => {
  const files = new RejectedFiles({ dirty: join(folder, 'dirty.zst'), newDirty: join(folder, 'newDirty.zst') }, false);
  expect(files.written()).toEqual({ dirty: null, newDirty: null });
  await files.add({ dirty: 0, packed: null });
  await files.add({ dirty: 0, packed: { dirty: frames(), newDirty: frames('{"line":2}\n') } });
  expect(files.written().dirty).toBeNull();
  const large = join(folder, 'part');
  await writeFile(large, packedFrame('3,a,b,c\n'));
  const dirty = { path: large, frames: frames('4,a,b,c\n').frames };
  await files.add({ dirty: 2, packed: { dirty, newDirty: frames('{"line":3}\n', '{"line":4}\n') } });
  const written = files.written();
  expect(await textOf(written.dirty)).toBe('line,column,reason,raw\n3,a,b,c\n4,a,b,c\n');
  expect(await textOf(written.newDirty)).toBe('{"line":2}\n{"line":3}\n{"line":4}\n');
  expect(existsSync(large)).toBe(false);
});

test('what was added since a mark can be taken back, from empty files too', async () => {
  const files = new RejectedFiles(
    { dirty: join(folder, 'marked.zst'), newDirty: join(folder, 'marked-newDirty.zst') },
    false,
  );
  const part = (line: number) => ({
    dirty: 1,
    packed: { dirty: frames(`${line},a,b,c\n`), newDirty: frames(`{"line":${line}}\n`) },
  });
  const takeAllBack = await files.checkpoint();
  await files.add(part(1));
  await takeAllBack();
  expect(files.written()).toEqual({ dirty: null, newDirty: null });
  await files.add(part(2));
  const rollback = await files.checkpoint();
  await files.add(part(3));
  await rollback();
  await files.add(part(4));
  const written = files.written();
  expect(await textOf(written.dirty)).toBe('line,column,reason,raw\n2,a,b,c\n4,a,b,c\n');
  expect(await textOf(written.newDirty)).toBe('{"line":2}\n{"line":4}\n');
});

test('reports what the disk refuses', async () => {
  const taken = join(folder, 'taken');
  await mkdir(taken);
  const files = new RejectedFiles({ dirty: taken, newDirty: join(folder, 'other.zst') }, false);
  await expect(files.add({ dirty: 1, packed: { dirty: frames('x'), newDirty: frames('y') } })).rejects.toMatchObject({
    code: 'STORAGE_FAILED',
  });
});
