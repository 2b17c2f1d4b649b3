import { mkdir, stat } from 'node:fs/promises';
import type { SqlJob } from './executor.ts';

/** Separates a job's files from its folders, and creates the folders that it writes into. */
export async function pathsOf(
  job: SqlJob,
): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[] }> {
  for (const folder of job.writes) await mkdir(folder, { recursive: true });
  const files: string[] = [];
  const folders: string[] = [...job.writes];
  for (const path of job.reads) {
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    (isFolder ? folders : files).push(path);
  }
  return { files, folders };
}
