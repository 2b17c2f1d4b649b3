import { shortDay } from '@switchboard/model/format';
import {
  type DirtyRowStatus,
  DOWNLOAD_STATUS_VIEWS,
  DOWNLOAD_UNFINISHED,
  type DownloadStatus,
  downloadTone,
  type StatusTone,
  UPLOAD_STATUS_VIEWS,
  UPLOAD_UNFINISHED,
  type UploadStatus,
} from '@switchboard/model/status/status';
import type { TimelineUnitFragment } from '../../api/generated/graphql.ts';
import { formatClock } from '../../lib/clock.ts';
import { shortDuration } from '../../lib/relative-time.ts';
import type { GanttBar, GanttPart, GanttRow } from '../../ui/gantt/gantt-data.ts';
import type { StatusIcon } from '../../ui/status/status-icons.ts';
import type { UNIT_STATES } from './timeline-parameters.ts';

export type UnitState = Exclude<(typeof UNIT_STATES)[number], 'late'>;

/** A download or upload of the timeline, with what is shown of it. */
export type Unit = TimelineUnitFragment & {
  readonly state: UnitState;
  readonly tone: StatusTone;
  readonly icon: StatusIcon;
  readonly label: string;
  readonly parts: readonly GanttPart[];
  /** Milliseconds. */
  readonly waited: number;
  readonly ran: number;
};

const KIND_WORDS: Readonly<Record<string, string>> = { download: 'Download', upload: 'Upload' };
export const kindWord = (kind: string): string => KIND_WORDS[kind] ?? kind;

/** Reads units. @param now epoch milliseconds, until which what has not ended is drawn */
export const readUnits = (units: readonly TimelineUnitFragment[], now: number): readonly Unit[] =>
  units.map((unit) => {
    const parts = partsOf(unit, now);
    const lengthOf = (kinds: readonly GanttPart['kind'][]): number =>
      parts.reduce((sum, { kind, from, until }) => sum + (kinds.includes(kind) ? until - from : 0), 0);
    return { ...unit, ...viewOf(unit), parts, waited: lengthOf(['wait']), ran: lengthOf(['prepare', 'run']) };
  });

const isUnfinished = ({ kind, status }: TimelineUnitFragment): boolean =>
  (kind === 'upload' ? UPLOAD_UNFINISHED : DOWNLOAD_UNFINISHED).some((each) => each === status);

/** Whether an attempt at it, or at the flow of an upload, is under way. */
function isRunning({
  status,
  started,
  flow_started: flowStarted,
  ready,
  flow_finished: flowEnded,
}: TimelineUnitFragment): boolean {
  if (status === 'retrying') return false;
  return started !== null || (flowStarted !== null && ready === null && flowEnded === null);
}

function viewOf(unit: TimelineUnitFragment): Pick<Unit, 'state' | 'tone' | 'icon' | 'label'> {
  const { label, tone } = statusOf(unit);
  if (!isUnfinished(unit)) return { state: tone === 'error' ? 'failed' : 'done', label, tone, icon: tone };
  // Work that waits never looks like work under way.
  if (!isRunning(unit)) {
    const isRetrying = unit.status === 'retrying';
    return {
      ...{ state: 'waiting', label: isRetrying ? label : 'Waiting' },
      ...(isRetrying ? { tone: 'warning', icon: 'retrying' } : { tone: 'inactive', icon: 'waiting' }),
    };
  }
  return { state: 'running', label, tone: 'working', icon: 'working' };
}

function statusOf({ kind, status, dirty_row_status: dirty }: TimelineUnitFragment): {
  readonly label: string;
  readonly tone: StatusTone;
} {
  const unknown = { label: status, tone: 'inactive' } as const;
  if (kind === 'upload') return UPLOAD_STATUS_VIEWS[status as UploadStatus] ?? unknown;
  const view = DOWNLOAD_STATUS_VIEWS[status as DownloadStatus];
  if (view === undefined) return unknown;
  const tone = downloadTone(status as DownloadStatus, dirty as DirtyRowStatus);
  return { label: status === 'completed' && dirty === 'all' ? 'All rows dirty' : view.label, tone };
}

/** The stretches in which a unit waited and ran, in their order. Until `now` what has not ended. */
function partsOf(unit: TimelineUnitFragment, now: number): readonly GanttPart[] {
  const {
    queued,
    flow_started: flowStarted,
    flow_finished: flowEnded,
    ready,
    started,
    finished,
    status,
    failures,
  } = unit;
  const end = finished ?? now;
  const parts: GanttPart[] = [];
  let from = queued;
  const add = (kind: GanttPart['kind'], until: number): void => {
    if (until > from) parts.push({ kind, from, until });
    from = Math.max(from, until);
  };
  if (flowStarted !== null) {
    add('wait', flowStarted);
    add('prepare', Math.min(ready ?? flowEnded ?? end, end));
  }
  if (started !== null) {
    add('wait', started);
    // Between two attempts it waits.
    const pause = status === 'retrying' ? failures.at(-1)?.at : undefined;
    if (pause !== undefined) add('run', pause);
    add(pause === undefined ? 'run' : 'wait', end);
  } else add('wait', end);
  // What ended without work, or within a millisecond, has an end all the same.
  if (finished !== null && parts.at(-1)?.kind !== 'run') parts.push({ kind: 'run', from: end, until: end });
  return parts.length === 0 ? [{ kind: 'wait', from, until: from }] : parts;
}

export type UnitFilter = {
  readonly search: string;
  readonly state: 'all' | (typeof UNIT_STATES)[number];
  readonly purpose: readonly string[];
};

/** Whether a unit is shown. */
export function matchesFilter(unit: Unit, { search, state, purpose }: UnitFilter): boolean {
  const words = search.toLowerCase();
  return (
    (state === 'all' || (state === 'late' ? unit.is_late : unit.state === state)) &&
    (purpose.length === 0 || purpose.includes(unit.purpose)) &&
    [unit.name, unit.project].some((part) => part.toLowerCase().includes(words))
  );
}

/** How many units are in a state, among those that the other filters leave. */
export function countStates(
  units: readonly Unit[],
  filter: UnitFilter,
): Readonly<Record<(typeof UNIT_STATES)[number], number>> {
  const counts = { late: 0, failed: 0, running: 0, waiting: 0, done: 0 };
  for (const unit of units) {
    if (!matchesFilter(unit, { ...filter, state: 'all' })) continue;
    counts[unit.state] += 1;
    if (unit.is_late) counts.late += 1;
  }
  return counts;
}

/** The rows of a timeline, in the order in which the first of their units could have begun. */
export function timelineRows(units: readonly Unit[], groupBy: 'declaration' | 'worker'): readonly GanttRow[] {
  const rowOf = ({ kind, name, worker, started }: Unit): string =>
    groupBy === 'declaration' ? `${kind}:${name}` : started === null ? '' : (worker ?? '');
  return [...Map.groupBy(units, rowOf)]
    .map(([id, own]): GanttRow & { readonly from: number } => {
      const bars = own.map((unit) => barOf(unit, groupBy === 'worker' && id !== ''));
      const [first] = own;
      const isDeclaration = groupBy === 'declaration';
      return {
        id,
        label: isDeclaration ? (first?.name ?? '') : id === '' ? 'Not started' : id,
        glyph: !isDeclaration ? 'none' : first?.kind === 'upload' ? 'up' : 'down',
        bars,
        from: bars.reduce((least, { parts }) => Math.min(least, parts[0]?.from ?? Infinity), Infinity),
      };
    })
    .toSorted((one, other) => one.from - other.from || (one.id < other.id ? -1 : 1));
}

/** @param onlyWork leaves out when it waited: a slot was taken only while it ran */
function barOf(unit: Unit, onlyWork: boolean): GanttBar {
  const { id, tone, parts, failures, is_late: isLate } = unit;
  const work = parts.filter(({ kind }) => kind === 'run');
  return {
    ...{ id, tone, isLate, isFaint: false, description: describeUnit(unit) },
    parts: onlyWork && work.length > 0 ? work : parts,
    failures: failures.map(({ at }) => at),
  };
}

/** A unit in words: "orders, Download of Nov 29, Completed, 06:00, waited 4 s, ran 2 min". */
export function describeUnit({
  name,
  kind,
  report_date: date,
  label,
  is_late: isLate,
  queued,
  started,
  waited,
  ran,
  failures,
}: Unit): string {
  return [
    name,
    date === null ? kindWord(kind) : `${kindWord(kind)} of ${shortDay(date)}`,
    label,
    ...(isLate ? ['late'] : []),
    formatClock(started ?? queued),
    `waited ${shortDuration(waited)}`,
    ...(ran > 0 || started !== null ? [`ran ${shortDuration(ran)}`] : []),
    ...(failures.length === 0
      ? []
      : [failures.length === 1 ? '1 failed attempt' : `${failures.length} failed attempts`]),
  ].join(', ');
}

const MINUTE = 60_000;
type TimeWindow = { readonly start: number; readonly end: number };

/** From when the first of some units could begin to when the last has ended; null without units. */
function reachOf(units: readonly Unit[]): TimeWindow | null {
  let [start, end] = [Infinity, -Infinity];
  for (const { parts } of units) {
    start = Math.min(start, parts[0]?.from ?? Infinity);
    end = Math.max(end, parts.at(-1)?.until ?? -Infinity);
  }
  return Number.isFinite(start) ? { start, end } : null;
}

const STEP = 10 * MINUTE;

/** All that can be shown of some units, in whole steps of ten minutes. @param now epoch milliseconds */
export function boundsOf(units: readonly Unit[], now: number): TimeWindow {
  const { start, end } = reachOf(units) ?? { start: now, end: now };
  const from = Math.floor(start / STEP) * STEP;
  return { start: from, end: Math.max(from + STEP, Math.ceil(end / STEP) * STEP) };
}

/** The part of the bounds in which something happens, with room around it: the rest of today is empty. */
export function windowOf(units: readonly Unit[], bounds: TimeWindow): TimeWindow {
  const reach = reachOf(units);
  if (reach === null) return bounds;
  const room = Math.max(MINUTE, (reach.end - reach.start) / 20);
  const [start, end] = [Math.max(bounds.start, reach.start - room), Math.min(bounds.end, reach.end + room)];
  return end - start < MINUTE ? bounds : { start, end };
}
