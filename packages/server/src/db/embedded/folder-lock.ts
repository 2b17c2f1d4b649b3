import { randomUUID } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { identify, isRunning } from './process-identity.ts';

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
 *
 * Owners are numbered, each with a file. A program takes over from a dead owner by creating the file with the next number, which
 * succeeds for one program only. The file with the highest number is never removed, so a used number is never free again.
 * @throws FolderInUseError naming the owner's process id
 */
export function lockFolder(folder: string): { release(): void } {
  const own = identify(process.pid);
  if (own === null) throw new Error('This process cannot be identified.');
  const mine: Owner = { ...own, token: randomUUID() };
  for (;;) {
    const last = highest(folder);
    const owner = read(folder, last);
    if (owner !== null && isRunning(owner)) throw new FolderInUseError(folder, owner.pid);
    const next = last + 1;
    if (!create(folder, next, mine)) continue;
    if (highest(folder) !== next) {
      rmSync(pathOf(folder, next), { force: true });
      continue;
    }
    for (const number of numbers(folder)) if (number < last) rmSync(pathOf(folder, number), { force: true });
    return { release: () => release(folder, next, mine) };
  }
}

const pathOf = (folder: string, number: number): string => join(folder, `owner-${number}.lock`);

function numbers(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => {
    const number = /^owner-(\d+)\.lock$/.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

const highest = (folder: string): number => Math.max(0, ...numbers(folder));

/** False when the file is there already. It appears complete or not at all: it is written as a draft, then linked to its name. */
function create(folder: string, number: number, owner: Owner): boolean {
  const draft = join(folder, `owner.${owner.token}`);
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 });
  try {
    linkSync(draft, pathOf(folder, number));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The owner that a file names. Null when there is no file, it was released, or it cannot be read. */
function read(folder: string, number: number): Owner | null {
  try {
    const parsed = Owner.safeParse(JSON.parse(readFileSync(pathOf(folder, number), 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Releases the lock. The file stays and names no owner. */
function release(folder: string, number: number, owner: Owner): void {
  if (read(folder, number)?.token !== owner.token) return;
  const draft = join(folder, `owner.${owner.token}`);
  writeFileSync(draft, '{}', { mode: 0o600 });
  renameSync(draft, pathOf(folder, number));
}
