import type { FoundFile, LeftOutFile } from '@switchboard/connectors';
import type { Source } from '@switchboard/model/plan';
import { addDays, localDate, type Schedule } from '@switchboard/model/schedule/schedule';

/** A leased probe of a source; `number` fences what it writes. */
export type Probe = {
  readonly accountId: string;
  readonly changelistId: string;
  readonly source: Source;
  readonly number: number;
  readonly failures: number;
};

/** A file as an earlier probe recorded it. */
export type KnownFile = {
  readonly path: string;
  readonly version: string;
  /** When it was first seen in this version, epoch milliseconds. */
  readonly seen: number;
  readonly reportDate: string | null;
  /** Whether a download was made of this version, and how that stands. */
  readonly download: 'none' | 'kept' | 'lost';
};

export type FileNote = FoundFile & { readonly version: string; readonly seen: number };

/** One download to make: every file of a report date, because some are new. */
export type FilesToTake = {
  readonly reportDate: string | null;
  readonly files: readonly FileNote[];
  /** Files that are new or have changed; all of a date that waits. Never empty. */
  readonly fresh: readonly FileNote[];
  /** Files of an earlier version of this date that are no longer there. */
  readonly gone: readonly string[];
  /** Files of this date that do not count beside those that do. */
  readonly leftOut: readonly LeftOutFile[];
};

export type ProbeDecision = {
  readonly takes: readonly FilesToTake[];
  /** Files that may still grow, to be recorded without a download. */
  readonly growing: readonly FileNote[];
  /** Recorded paths to delete. */
  readonly forget: readonly string[];
};

/**
 * The version of a file: the checksum that the source gives, else size and time. Without a time only the content can differ,
 * so that each due time is a version of its own, which is fetched and compared.
 * @param due the latest due time
 */
export function versionOf(file: FoundFile, due: string): string {
  if (file.checksum !== null) return `tag ${file.checksum}`;
  const size = file.size ?? '?';
  return file.modified === null
    ? `${size} bytes at ${due}`
    : `${size} bytes of ${new Date(file.modified).toISOString()}`;
}

/** Whether a file is whole: it has a checksum, or is unchanged for `settle` milliseconds by its own time or by ours. */
function isSettled(file: FileNote, now: number, settle: number): boolean {
  if (file.checksum !== null) return true;
  if (file.modified !== null && now - file.modified >= settle) return true;
  return now - file.seen >= settle;
}

/**
 * Decides what a listing changes, given what earlier probes recorded. A report date with a new or changed file becomes one
 * download of all its files, once none of them may still grow. Unchanged and removed files cause no download. A date that
 * waits takes every file: they may be recorded with a download that has failed since.
 * @param waiting the report dates that wait for files; null among them for a source without dates
 * @param earliest recorded files of earlier report dates are deleted once removed; null for a source without dates
 * @param settle milliseconds without a change after which a file counts as whole
 */
export function decideProbe(input: {
  readonly found: readonly FoundFile[];
  readonly leftOut: readonly LeftOutFile[];
  readonly known: readonly KnownFile[];
  readonly now: number;
  readonly settle: number;
  readonly due: string;
  readonly waiting: ReadonlySet<string | null>;
  readonly earliest: string | null;
}): ProbeDecision {
  const known = new Map(input.known.map((file) => [file.path, file]));
  const notes = input.found.map((file): FileNote => {
    const version = versionOf(file, input.due);
    const before = known.get(file.path);
    if (before?.version !== version) return { ...file, version, seen: input.now };
    // The date that the delivery named is kept.
    return { ...file, version, seen: before.seen, reportDate: before.reportDate ?? file.reportDate };
  });
  const isFresh = (file: FileNote): boolean => {
    const before = known.get(file.path);
    return before === undefined || before.version !== file.version || before.download === 'none';
  };
  const takes: FilesToTake[] = [];
  const growing: FileNote[] = [];
  for (const [reportDate, files] of Map.groupBy(notes, (file) => file.reportDate)) {
    const fresh = input.waiting.has(reportDate) ? files : files.filter(isFresh);
    if (fresh.length === 0) continue;
    if (!fresh.every((file) => isSettled(file, input.now, input.settle))) {
      growing.push(...fresh);
      continue;
    }
    const gone = input.known.filter((file) => file.download === 'kept' && file.reportDate === reportDate);
    const leftOut = input.leftOut.filter((file) => file.reportDate === reportDate);
    const there = new Set([...notes, ...leftOut].map((file) => file.path));
    takes.push({
      reportDate,
      files,
      fresh,
      gone: gone.map((file) => file.path).filter((path) => !there.has(path)),
      leftOut,
    });
  }
  const listed = new Set([...input.found, ...input.leftOut].map((file) => file.path));
  const { earliest } = input;
  const forget = input.known.filter((file) => {
    if (listed.has(file.path)) return false;
    const past = earliest !== null && file.reportDate !== null && file.reportDate < earliest;
    return past || file.download !== 'kept';
  });
  return {
    takes: takes.sort((a, b) => ((a.reportDate ?? '') < (b.reportDate ?? '') ? -1 : 1)),
    growing,
    forget: forget.map((file) => file.path),
  };
}

/** The report dates whose files a source takes, oldest first: as far back as its runs are caught up, or fetched again. */
export function datesTaken(schedule: Schedule, now: number): readonly string[] {
  const delayDays = Math.floor(Math.max(0, ...schedule.hours) / 24);
  // The lookback begins at midnight UTC, which may be the day before in the schedule's timezone.
  const back = Math.max(schedule.lookbackDays, ...schedule.repullDays) + schedule.reportDateOffset + delayDays + 1;
  const today = localDate(now, schedule.timezone);
  // East of that timezone the next day has begun: its files may exist already.
  return Array.from({ length: back + 2 }, (_, index) => addDays(today, index - back));
}

const FIRST_WAIT = 60_000;
const LONGEST_WAIT = 3_600_000;

/**
 * When to probe again besides the schedule, epoch milliseconds; null for not before the next due time. The interval grows
 * with the age of the latest missing report date.
 * @param waitingSince when the latest of the missing report dates was due; null when none is missing
 */
export function nextProbe(
  now: number,
  state: { readonly growing: boolean; readonly waitingSince: number | null },
  settle: number,
): number | null {
  if (state.growing) return now + settle;
  if (state.waitingSince === null) return null;
  return now + Math.min(Math.max((now - state.waitingSince) / 4, FIRST_WAIT), LONGEST_WAIT);
}
