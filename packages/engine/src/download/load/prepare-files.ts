import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { faultError } from '../../files/file-fault.ts';
import { keyOf } from '../../files/stored-content.ts';
import type { RawFile } from '../../requests.ts';
import type { PreparedFile, PrepareJob } from './load-job.ts';
import { planFile } from './plan-file.ts';
import { rawMembers } from './raw-members.ts';
import { compressionOf, unpack } from './unpack.ts';

/** Unpacks a raw file and plans the scan of its content: one file, or the members of an archive that the table selects. */
export async function* prepareFiles(
  job: PrepareJob,
  file: RawFile,
  nextIndex: () => number,
): AsyncGenerator<PreparedFile> {
  const { context, options, request } = job;
  const place = join(context.scratch, `raw-${keyOf(file.key).replace(/\W+/g, '-').slice(-60)}`);
  await mkdir(place, { recursive: true });
  const raw = { path: await context.store.localPath(file.key, place), filename: file.filename };
  for await (const member of rawMembers(raw, request.table.member ?? null, options, context.signal, job.onLeftOut)) {
    if (member.isOneOfSeveral) job.rejected.nameFiles();
    const index = nextIndex();
    const scratch = join(context.scratch, `file-${index}`);
    await mkdir(scratch, { recursive: true });
    const named = { path: await member.content(scratch), filename: member.filename, scratch };
    const compression = member.compression ?? (await compressionOf(named, { ...options, compression: null }));
    const onFirstBytes = (): Promise<void> => context.fault('mid-unpack');
    const charset = member.filename === file.filename ? (file.charset ?? null) : null;
    const unpacked = await unpack(named, compression, { ...options, charset }, context.signal, { onFirstBytes }).catch(
      (error: unknown) => Promise.reject(faultError(error)),
    );
    yield {
      file: { ...file, filename: member.filename },
      index,
      scratch,
      plan: await planFile(
        { ...unpacked, scratch, isWhole: member.isUnpacked || (compression !== null && compression !== 'none') },
        job,
        file.decimals,
      ),
      encoding: unpacked.encoding,
    };
  }
}
