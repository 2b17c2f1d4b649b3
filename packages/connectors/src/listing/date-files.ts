import { addDays, localDate } from '@switchboard/model/schedule/schedule';
import { readParameters } from '../parameters/read-parameters.ts';
import type { ListedFile, ListRequest } from '../spec.ts';
import { countOnce, type FoundFile, type LeftOutFile, type TakenFile } from './count-once.ts';
import { dateReader } from './file-date.ts';
import { fileMatcher } from './match-files.ts';

export type FoundFiles = {
  /** By path. */
  readonly files: readonly FoundFile[];
  /** Paths that fit, in which no date was found although the source has dates. */
  readonly undated: readonly string[];
  /** Files that fit and do not count: their content, or a later delivery of it, is among the files. */
  readonly leftOut: readonly LeftOutFile[];
};

/** `dates`: the report dates that are taken. */
export type ChooseRequest = Omit<ListRequest, 'key'> & {
  /** IANA name of the zone that gives a delivery its date. */
  readonly timezone: string;
  /** Epoch milliseconds: when a file was delivered of which nothing says it. */
  readonly now: number;
};

/**
 * Selects the listed files that a declaration takes, each with its report date: that of the place it was listed at, else the one in
 * its name by `datetime_pattern`, else the one in the subject of its mail by `subject_datetime_pattern`, else that of its delivery
 * minus `delivery_delay_days`. Files of other dates are left out. Of each report date a content counts once, and of mailed files under
 * one name the latest; if `same_name` is "all", a content counts once for each name. Without dates the day of delivery is the date of
 * a mailed file. Throws PARAMETER_INVALID.
 */
export function chooseFiles(request: ChooseRequest, listed: readonly ListedFile[]): FoundFiles {
  const { name, parameters, dates, timezone, now } = request;
  const read = readParameters(name, parameters);
  const takes = fileMatcher(name, parameters);
  const dateIn = readerOf(read.string('datetime_pattern'));
  const dateInSubject = readerOf(read.string('subject_datetime_pattern'));
  const delay = read.integer('delivery_delay_days', -1);
  const wanted = dates === null ? null : new Set(dates);
  const taken = new Map<string, TakenFile>();
  const take = (listed: ListedFile, reportDate: string | null, delivered: string): void => {
    const { path, size, modified, checksum } = listed;
    const found = { path, size, modified, checksum, reportDate };
    taken.set(path, { listed, found, day: reportDate ?? (listed.delivery === undefined ? '' : delivered) });
  };
  const undated: string[] = [];
  for (const file of listed) {
    if (!takes(file.relative)) continue;
    const { path, modified } = file;
    const delivered = localDate(modified ?? now, timezone);
    if (wanted === null) {
      take(file, null, delivered);
      continue;
    }
    const inName = dateIn?.(path.slice(path.lastIndexOf('/') + 1), delivered)?.date ?? null;
    const inSubject = dateInSubject?.(file.subject ?? '', delivered)?.date ?? null;
    const reportDate = file.reportDate ?? inName ?? inSubject ?? (delay < 0 ? null : addDays(delivered, -delay));
    if (reportDate === null) undated.push(path);
    // A place for one date and a name of another: it belongs to neither.
    else if (wanted.has(reportDate) && (file.reportDate === null || dateIn === null || inName === file.reportDate))
      take(file, reportDate, delivered);
  }
  const { files, leftOut } = countOnce([...taken.values()], read.string('same_name') === 'all');
  return { files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), undated, leftOut };
}

const readerOf = (pattern: string | undefined) => (pattern === undefined ? null : dateReader(pattern));

/**
 * The times of day in file names by the declaration's `datetime_pattern`: HH:mm in its timezone, each once, in order.
 * Names of another date than `reportDate` do not count. Throws PARAMETER_INVALID.
 */
export function timesOfFiles(
  declared: Pick<ChooseRequest, 'name' | 'parameters'>,
  filenames: readonly string[],
  reportDate: string,
): readonly string[] {
  const pattern = readParameters(declared.name, declared.parameters).string('datetime_pattern');
  if (pattern === undefined) return [];
  const dateIn = dateReader(pattern);
  const found = filenames.map((name) => dateIn(name, reportDate));
  const times = found.flatMap((read) => (read?.date === reportDate && read.time !== null ? [read.time] : []));
  return [...new Set(times)].sort();
}
