import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ErrorCode, PipelineError } from '@switchboard/model/errors/errors';
import { faultError } from '../../files/file-fault.ts';
import { keyOf } from '../../files/stored-content.ts';
import type { RawFile } from '../../requests.ts';
import type { PreparedFile, PrepareJob } from './load-job.ts';
import { planFile } from './plan-file.ts';
import { type RawMember, rawMembers } from './raw-members.ts';
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
  const headers: (readonly string[])[] = [];
  for await (const member of rawMembers(raw, request.table.member ?? null, options, context.signal, job.onLeftOut)) {
    if (member.isOneOfSeveral) job.rejected.nameFiles();
    const index = nextIndex();
    const scratch = join(context.scratch, `file-${index}`);
    await mkdir(scratch, { recursive: true });
    const prepared = await prepareMember(member, { job, file, index, scratch }).catch((error: unknown) => {
      if (member.isDoubtful && error instanceof PipelineError && UNFIT.has(error.code)) return null;
      throw error;
    });
    const header = prepared?.plan.header;
    if (prepared === null || (member.isDoubtful && !fits(header, headers, job))) {
      job.onLeftOut?.(member.filename);
      continue;
    }
    if (header !== undefined) headers.push(header);
    yield prepared;
  }
}

/** Errors of a member that is not a report. */
const UNFIT: ReadonlySet<string> = new Set<ErrorCode>([
  'COLUMN_NOT_FOUND',
  'ENCODING_UNKNOWN',
  'FILE_INCOMPLETE',
  'FILE_REPLACED',
  'FORMAT_UNREADABLE',
]);

/** Whether a header that has all declared columns is that of a report: where others are wanted, too, it is equal to that of another member. */
function fits(header: readonly string[] | undefined, others: readonly (readonly string[])[], job: PrepareJob): boolean {
  if (header === undefined || !job.options.header) return false;
  const keyOf = (names: readonly string[]): string => JSON.stringify(names.map((name) => name.toLowerCase()).sort());
  return !job.request.table.schema.rest || others.some((other) => keyOf(other) === keyOf(header));
}

type Place = { readonly job: PrepareJob; readonly file: RawFile; readonly index: number; readonly scratch: string };

async function prepareMember(member: RawMember, { job, file, index, scratch }: Place): Promise<PreparedFile> {
  const { context, options } = job;
  const named = { path: await member.content(scratch), filename: member.filename, scratch };
  const compression = member.compression ?? (await compressionOf(named, { ...options, compression: null }));
  const onFirstBytes = (): Promise<void> => context.fault('mid-unpack');
  const charset = member.filename === file.filename ? (file.charset ?? null) : null;
  const unpacked = await unpack(named, compression, { ...options, charset }, context.signal, { onFirstBytes }).catch(
    (error: unknown) => Promise.reject(faultError(error)),
  );
  return {
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
