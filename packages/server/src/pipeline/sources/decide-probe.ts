import type { FoundFile } from '@switchboard/connectors';
import type { Source } from '@switchboard/model';

/** A leased probe of a source; `number` fences what it writes. */
export type Probe = {
  readonly accountId: string;
  readonly changelistId: string;
  readonly source: Source;
  readonly number: number;
  readonly failures: number;
};

/** A file as it was noted at an earlier look. */
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
  /** Those that are new or have changed; all of a date that waits. Never empty. */
  readonly fresh: readonly FileNote[];
  /** Files of an earlier version of this date that are no longer there. */
  readonly gone: readonly string[];
};

export type ProbeDecision = {
  readonly takes: readonly FilesToTake[];
  /** Files that may still grow, to be noted without a download. */
  readonly growing: readonly FileNote[];
  /** Notes that mean nothing any more. */
  readonly forget: readonly string[];
};

/**
 * What tells two states of a file apart: what the other side vouches for, else size and time. Without a time only the
 * content tells, so that it is fetched for each due time and compared then.
 * @param due names the latest due time
 */
export function versionOf(file: FoundFile, due: string): string {
  if (file.checksum !== null) return `tag ${file.checksum}`;
  const size = file.size ?? '?';
  return file.modified === null
    ? `${size} bytes at ${due}`
    : `${size} bytes of ${new Date(file.modified).toISOString()}`;
}

/** Whether a file can be taken: vouched for, or unchanged for long enough by its own time or by ours. */
function isSettled(file: FileNote, now: number, settle: number): boolean {
  if (file.checksum !== null) return true;
  if (file.modified !== null && now - file.modified >= settle) return true;
  return now - file.seen >= settle;
}

/**
 * What a listing means, given what was noted before. A report date with a new or changed file becomes one download of all
 * its files, once none of them may still grow; unchanged files are no news, and neither is one that has gone. A date that
 * waits takes whatever is there: its files may be known from a download that has failed since.
 * @param waiting the report dates that wait for files; null among them for a source without dates
 * @param earliest notes of earlier report dates are given up with their files; null for a source without dates
 * @param settle milliseconds without a change after which a file counts as whole
 */
export function decideProbe(input: {
  readonly found: readonly FoundFile[];
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
    // A date that was told by the delivery stays what it was.
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
    const there = new Set(notes.map((file) => file.path));
    takes.push({ reportDate, files, fresh, gone: gone.map((file) => file.path).filter((path) => !there.has(path)) });
  }
  const listed = new Set(input.found.map((file) => file.path));
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

const FIRST_WAIT = 60_000;
const LONGEST_WAIT = 3_600_000;

/**
 * When to look again besides the schedule, epoch milliseconds; null for not before the next due time. The longer the latest
 * missing report date has been waited for, the rarer.
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
