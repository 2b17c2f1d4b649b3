import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';

const Owner = z.object({ pid: z.number().int(), boot: z.string(), started: z.string(), token: z.string() });
type Owner = z.infer<typeof Owner>;

/** A data folder that another running program owns. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. Stop that process, or set DATA_DIR to another folder.`,
    );
    this.pid = pid;
  }
}

/**
 * Makes this process the one owner of a folder until `release`. The lock of a dead process is taken over.
 * @throws FolderInUseError naming the owner's process id
 */
export function lockFolder(folder: string): { release(): void } {
  const path = join(folder, 'owner.lock');
  const own = identify(process.pid);
  if (own === null) throw new Error('This process cannot be identified.');
  const mine: Owner = { ...own, token: randomUUID() };
  for (let tries = 0; tries < 20; tries++) {
    if (create(path, mine)) {
      // Two programs that take over the same dead lock at once may both have come this far; the file names one.
      if (read(path)?.token === mine.token) return { release: () => release(path, mine.token) };
      continue;
    }
    const other = read(path);
    if (other !== null && isRunning(other satisfies ProcessIdentity)) throw new FolderInUseError(folder, other.pid);
    discard(path, other);
  }
  throw new FolderInUseError(folder, read(path)?.pid ?? 0);
}

/** The lock appears complete or not at all: the file is written under another name and linked to its place. */
function create(path: string, owner: Owner): boolean {
  const draft = `${path}.${owner.token}`;
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(path: string): Owner | null {
  try {
    const parsed = Owner.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Moves a dead lock away; one that somebody else has renewed in the meantime is put back. */
function discard(path: string, dead: Owner | null): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    if (read(aside)?.token !== dead?.token) linkSync(aside, path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function release(path: string, token: string): void {
  if (read(path)?.token === token) rmSync(path, { force: true });
}
