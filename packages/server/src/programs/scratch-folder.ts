import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { identify, isRunning } from '../db/embedded/process-identity.ts';
import { repeat } from '../queue/repeat.ts';

/** The folder for attempts' own files of this process. */
export type ScratchFolder = {
  /** Absolute. */
  readonly path: string;
  /** Removes it with all it holds. */
  remove(): Promise<void>;
};

/** Milliseconds without a sign of life after which the folder of a process that cannot be examined is removed. */
export const SCRATCH_STALE = 6 * 3600_000;
const SIGN_OF_LIFE = 10 * 60_000;

const ownerSchema = z.object({
  host: z.string(),
  space: z.string(),
  pid: z.number().int(),
  boot: z.string(),
  started: z.string(),
});
type Owner = z.infer<typeof ownerSchema>;

/**
 * Makes a folder of this process's own below `parent`, which other processes may share, and removes those of ended processes.
 * `NAME.json` beside the folder `NAME` names its owner. It is written before the folder and removed after it, and its
 * modification time is the owner's last sign of life.
 * @param parent absolute path
 */
export async function openScratchFolder(parent: string): Promise<ScratchFolder> {
  await mkdir(parent, { recursive: true });
  const name = randomUUID();
  const path = join(parent, name);
  const record = `${path}.json`;
  await writeFile(record, JSON.stringify(ownIdentity()), { mode: 0o600 });
  await mkdir(path);
  const living = repeat(
    SIGN_OF_LIFE,
    async () => {
      // A write marks it by the clock of the file system, which all owners share. White space leaves it valid JSON.
      await appendFile(record, '\n');
      await removeOrphaned(parent, (await stat(record)).mtimeMs);
    },
    // Without room or rights the folder may count as stale after hours; an attempt that loses its files is retried.
    () => undefined,
  );
  return {
    path,
    async remove() {
      await living.stop();
      await rm(path, { recursive: true, force: true });
      await rm(record, { force: true });
    },
  };
}

function ownIdentity(): Owner {
  const own = identify(process.pid);
  if (own === null) throw new Error('This process cannot be identified.');
  return { ...own, host: hostname(), space: processSpace() };
}

/** The namespace in which process ids are counted: containers of one machine have one each. */
function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/**
 * Removes the folders of ended processes.
 * @param now epoch milliseconds
 */
async function removeOrphaned(parent: string, now: number): Promise<void> {
  const own = ownIdentity();
  const names = new Set((await readdir(parent)).map((entry) => entry.replace(/\.json$/, '')));
  for (const name of names) {
    const path = join(parent, name);
    const owner = await readOwner(`${path}.json`);
    const isNear = owner !== null && owner.host === own.host && owner.boot === own.boot && owner.space === own.space;
    if (isNear ? isRunning(owner) : await hasSignOfLife(path, now)) continue;
    await rm(path, { recursive: true, force: true });
    await rm(`${path}.json`, { force: true });
  }
}

async function readOwner(record: string): Promise<Owner | null> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(record, 'utf8')));
  } catch {
    return null;
  }
}

async function hasSignOfLife(path: string, now: number): Promise<boolean> {
  const found = await Promise.all([path, `${path}.json`].map((one) => stat(one).catch(() => null)));
  return found.some((entry) => entry !== null && entry.mtimeMs >= now - SCRATCH_STALE);
}
