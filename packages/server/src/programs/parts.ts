import { randomUUID } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Executor, FileStore } from '@switchboard/engine';
import { type ErrorCode, PipelineError } from '@switchboard/model/errors/errors';
import type { Part } from '../units/parts/part.ts';

const MEGABYTE = 1024 ** 2;
/** Bytes that must be free on a disk of working files, or an eighth of a disk that is small. */
const LEAST_FREE = 64 * MEGABYTE;
const FULL: readonly string[] = ['ENOSPC', 'EDQUOT'];
/** Codes of the system that say something of this machine, whatever part of the work met them. */
const OF_MACHINE: readonly string[] = [...FULL, 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'ENODEV'];
/** Failures that are those of the installation unless all of its parts work. */
const OF_INSTALLATION: readonly ErrorCode[] = [
  'STORAGE_FULL',
  'STORAGE_FAILED',
  'HOST_FAILED',
  'INTERNAL',
  'PROCESS_STOPPED',
  'QUERY_MEMORY',
];
/** How often the store is used in a check: one that fails now and then must not pass by chance. */
const ROUNDS = 3;

/** The working folders of this machine: whether they can be written and have room. */
export const diskPart = (folders: readonly string[]): Part => ({
  name: 'disk',
  suspects: isOfInstallation,
  check: async () => {
    for (const folder of folders) await checkFolder(folder);
  },
});

/** Database processes: whether one can be started in its sandbox. @param folder absolute; one that it may write */
export const processPart = (executor: Executor, folder: string): Part => ({
  name: 'processes',
  suspects: isOfInstallation,
  check: async () => {
    const job = { reads: [], writes: [folder], memoryBytes: 128 * MEGABYTE, threads: 1, timeoutMs: 10_000 };
    try {
      const session = await executor.open(job, new AbortController().signal);
      try {
        await session.run('select 1');
      } finally {
        await session.close();
      }
    } catch (error) {
      if (error instanceof PipelineError && error.code === 'STORAGE_FULL') throw error;
      const reason = `a database process cannot run (${error instanceof Error ? error.message : String(error)})`;
      throw hostFailed(reason, error);
    }
  },
});

/** The file store: whether something can be written, read and removed. */
export const storePart = (store: FileStore): Part => ({
  name: 'store',
  suspects: isOfInstallation,
  check: async () => {
    const content = Buffer.alloc(MEGABYTE / 4, 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = `checks/${randomUUID()}`;
      const written = await store.put(key, Readable.from([content]));
      try {
        // Reading by the reference compares what comes back.
        await buffer(await store.open(written.key));
      } finally {
        await store.remove(key);
      }
    }
  },
});

/**
 * The name servers of this machine: whether they answer, whatever they answer. They are blamed once they have answered: where
 * there are none, a host that is not found is the fault of whoever names it.
 */
export function namePart(servers?: readonly string[]): Part {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers !== undefined) resolver.setServers([...servers]);
  let haveAnswered = false;
  const check = async (): Promise<void> => {
    try {
      await resolver.resolve4('switchboard-check.invalid');
    } catch (error) {
      if (codesOf(error).some((code) => ['ETIMEOUT', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code)))
        throw hostFailed('its name servers do not answer', error);
    }
    haveAnswered = true;
  };
  void check().catch(() => {});
  return { name: 'names', suspects: (error) => haveAnswered && codesOf(error).includes('EAI_AGAIN'), check };
}

function isOfInstallation(error: unknown): boolean {
  if (!(error instanceof PipelineError)) return true;
  return OF_INSTALLATION.includes(error.code) || codesOf(error).some((code) => OF_MACHINE.includes(code));
}

/** The codes of an error and of what caused it. */
function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return [...own, ...codesOf(error.cause)];
}

const hostFailed = (reason: string, cause: unknown): PipelineError =>
  new PipelineError('HOST_FAILED', { reason }, { cause });
const diskFull = (cause: unknown): PipelineError => new PipelineError('STORAGE_FULL', {}, { cause });

/** @throws PipelineError STORAGE_FULL, HOST_FAILED */
async function checkFolder(folder: string): Promise<void> {
  const sample = join(folder, `.check-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true });
    const { bavail, blocks, bsize } = await statfs(folder);
    if (bavail * bsize < Math.min(LEAST_FREE, (blocks * bsize) / 8)) throw new PipelineError('STORAGE_FULL');
    const file = await open(sample, 'wx');
    try {
      await file.write(Buffer.alloc(MEGABYTE));
      await file.sync();
    } finally {
      await file.close();
      await rm(sample, { force: true });
    }
  } catch (error) {
    if (error instanceof PipelineError) throw error;
    const [code = String(error)] = codesOf(error);
    throw FULL.includes(code) ? diskFull(error) : hostFailed(`writing its working files failed (${code})`, error);
  }
}
