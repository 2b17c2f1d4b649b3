import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SWITCHBOARD = fileURLToPath(new URL('../bin/switchboard.mjs', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-main-'));
  await writeFile(join(folder, 'good.sbs'), '// nothing yet\n');
  await writeFile(join(folder, 'bad.sbs'), 'table t is select x from nowhere;\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  [['compile', 'good.sbs'], 0, '0 errors, 0 warnings in 1 file'],
  [['compile', 'bad.sbs'], 1, '1 error'],
  [['run', 'bad.sbs'], 2, '1 error'],
  [['run'], 2, "missing required argument 'paths'"],
  [['compil'], 2, 'Did you mean compile?'],
  [['--help'], 0, ''],
])('switchboard %j exits with %i', (args, code, text) => {
  const { status, stderr } = spawnSync(process.execPath, [SWITCHBOARD, ...args], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toContain(text);
  expect(status).toBe(code);
});
