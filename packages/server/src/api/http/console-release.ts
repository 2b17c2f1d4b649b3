import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The first script of the console's page, whose name holds a hash of the build. */
const FIRST_SCRIPT = /<script type="module"[^>]*\bsrc="\/assets\/([\w.-]+)\.js"/;

/**
 * Names the build of the console in a folder; null for none. It is read each time, since a new build may come under a
 * running program.
 */
export async function readConsoleRelease(folder: string | null): Promise<string | null> {
  if (folder === null) return null;
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => '');
  return FIRST_SCRIPT.exec(page)?.[1] ?? null;
}
