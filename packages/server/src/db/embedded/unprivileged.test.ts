import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closedParent, isRoot, spawnUnprivileged, UNPRIVILEGED_ID } from './unprivileged.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'switchboard-unprivileged-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function run(program: string, script: string, paths: readonly string[] = []): Promise<string> {
  const child = spawnUnprivileged(program, ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] }, paths);
  return child.stdout === null ? '' : (await text(child.stdout)).trim();
}

test('finds the nearest folder that other users may not enter', () => {
  mkdirSync(join(home, 'a/b'), { recursive: true });
  chmodSync(home, 0o755);
  expect(closedParent(join(home, 'a/b/c'))).toBeNull();
  chmodSync(join(home, 'a'), 0o700);
  expect(closedParent(join(home, 'a/b/c'))).toBe(join(home, 'a'));
});

describe.runIf(isRoot())('a program started by root', () => {
  test('runs as an unprivileged user', async () => {
    expect(await run('/bin/sh', 'id -u; cat /etc/shadow 2>/dev/null || echo closed')).toBe(
      `${UNPRIVILEGED_ID}\nclosed`,
    );
  });

  test('a program started by root can run in a folder closed to others, and writes only what it owns', async () => {
    const folder = join(home, 'closed/inside');
    mkdirSync(folder, { recursive: true });
    chmodSync(join(home, 'closed'), 0o700);
    copyFileSync('/bin/sh', join(folder, 'sh'));
    const script = `id -u; test -x ${folder}/sh && echo reached; touch ${folder}/x 2>/dev/null || echo not written`;
    expect(await run(join(folder, 'sh'), script, [folder])).toBe(`${UNPRIVILEGED_ID}\nreached\nnot written`);
  });
});
