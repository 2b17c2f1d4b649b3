import { timesOfFiles } from '@switchboard/connectors';
import type { Source } from '@switchboard/model/plan';

/** Identity of a download's files, as `download.handle` stores it. Times are HH:mm in the source's timezone. */
export type FileHandle = {
  readonly filename: string;
  readonly url: string | null;
  /** Time of files that share one time of day. */
  readonly report_time?: string;
  /** First and last time of files of several times of day. */
  readonly start_time?: string;
  readonly end_time?: string;
};

/** @param filename how the files are shown together */
export function buildFileHandle(
  source: Source,
  reportDate: string | null,
  files: readonly { readonly filename: string; readonly url: string | null }[],
  filename: string,
): FileHandle {
  const names = files.map((file) => file.filename);
  const times = reportDate === null ? [] : timesOfFiles(source, names, reportDate);
  const [first] = times;
  const last = times.at(-1);
  return {
    filename,
    url: files[0]?.url ?? null,
    ...(first === undefined || last === undefined
      ? {}
      : first === last
        ? { report_time: first }
        : { start_time: first, end_time: last }),
  };
}
