import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** An empty folder, usable at once, removed with all that is in it after the tests of the calling file. */
export function useFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `switchboard-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
