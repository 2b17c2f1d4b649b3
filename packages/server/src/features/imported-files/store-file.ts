import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { formatBytes } from '@switchboard/model/format';

/**
 * How far back the file's time is set. It is complete when it gets its name, and sources wait for a minute after the last change
 * of a file that may still grow.
 */
const SETTLED_MS = 120_000;

type Place = {
  readonly folder: string;
  readonly file: string;
  /** Bytes that a file may have. */
  readonly maxBytes: number;
  /** Files that the folder may have. */
  readonly maxFiles: number;
};

/**
 * Writes a file beside its place and moves it there when it is complete and on the disk; an earlier one of this name is replaced.
 * @returns its bytes
 * @throws PipelineError BAD_REQUEST when it is empty, too large or one too many; the error of a broken connection
 */
export async function storeFile(content: Readable, { folder, file, maxBytes, maxFiles }: Place): Promise<number> {
  await mkdir(folder, { recursive: true });
  const held = (await readdir(folder)).filter((name) => name.endsWith('.csv'));
  if (!held.includes(file) && held.length >= maxFiles) {
    const reason = `The account has ${held.length} imported files, which are as many as it may have. Replace one of them.`;
    throw new PipelineError('BAD_REQUEST', { reason });
  }
  const part = join(folder, `.${file}.${randomUUID()}.part`);
  const handle = await open(part, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        const reason = `${file} has more than ${formatBytes(maxBytes)}. Put larger files into a bucket or on an SFTP server, and download them from there.`;
        throw new PipelineError('BAD_REQUEST', { reason });
      }
      // Unlike write, it goes on until all of the chunk is written.
      await handle.appendFile(chunk);
    }
    if (bytes === 0) throw new PipelineError('BAD_REQUEST', { reason: `${file} is empty.` });
    const past = new Date(Date.now() - SETTLED_MS);
    await handle.utimes(past, past);
    await handle.sync();
    await rename(part, join(folder, file));
  } finally {
    await handle.close();
    await rm(part, { force: true });
  }
  return bytes;
}
