import type { DateRange } from '@switchboard/model/backfill';
import type { Plan } from '@switchboard/model/plan';
import { type BackfillFlow, datesOf, flowsOfDate, scopeOf } from '../../pipeline/backfills/plan-backfill.ts';

/** Durations and sizes of the newest runs of a download or an upload. */
export type RunFigures = {
  /** Median of the runs. */
  readonly seconds: number;
  /** Median of the rows that an upload delivered; null of downloads, and where no run knows it. */
  readonly rows: number | null;
};

/** Earlier runs by name. A name without any is absent. */
export type RunHistory = {
  readonly downloads: ReadonlyMap<string, RunFigures>;
  readonly uploads: ReadonlyMap<string, RunFigures>;
};

/** Estimate for one report date, or for all of them. */
export type Expected = {
  /** Rows to deliver; null when no upload has earlier runs. Uploads without any are left out. */
  readonly rows: number | null;
  /** Seconds of the runs, one after the other; null when one of their downloads or uploads has no earlier run. */
  readonly seconds: number | null;
  /** How many uploads have no earlier run. */
  readonly unknown: number;
};

export type BackfillEstimate = {
  /** By report date; null for what has none. */
  readonly dates: ReadonlyMap<string | null, Expected>;
  readonly total: Expected;
  /** Names of uploads without earlier runs, sorted. */
  readonly unknown: readonly string[];
};

const NOTHING: Expected = { rows: null, seconds: 0, unknown: 0 };

const plus = (one: Expected, other: Expected): Expected => ({
  rows: one.rows === null && other.rows === null ? null : (one.rows ?? 0) + (other.rows ?? 0),
  seconds: one.seconds === null || other.seconds === null ? null : one.seconds + other.seconds,
  unknown: one.unknown + other.unknown,
});

/** The greatest; null when one is unknown. */
const longest = (seconds: readonly (number | undefined)[]): number | null =>
  seconds.reduce<number | null>(
    (greatest, each) => (greatest === null || each === undefined ? null : Math.max(greatest, each)),
    0,
  );

/**
 * The rows and the time that a backfill is expected to take, from medians of earlier runs. Downloads of one run are made at the
 * same time, and so are its uploads; a download that several dates share is counted with the first of them.
 */
export function estimateBackfill(
  { plan, uploads, ...range }: DateRange & { readonly plan: Plan; readonly uploads: readonly string[] },
  history: RunHistory,
): BackfillEstimate {
  const scope = scopeOf(plan, uploads);
  const counted = new Set<string>();
  const ofFlow = (flow: BackfillFlow): Expected => {
    const fresh = flow.downloads.filter(({ source, reportDate }) => !counted.has(`${reportDate} ${source}`));
    for (const { source, reportDate } of fresh) counted.add(`${reportDate} ${source}`);
    const fetching = longest(fresh.map(({ source }) => history.downloads.get(source)?.seconds));
    const making = longest(flow.uploads.map((name) => history.uploads.get(name)?.seconds));
    const rows = flow.uploads.flatMap((name) => history.uploads.get(name)?.rows ?? []);
    return {
      rows: rows.length === 0 ? null : rows.reduce((sum, each) => sum + each, 0),
      seconds: fetching === null || making === null ? null : fetching + making,
      unknown: flow.uploads.filter((name) => !history.uploads.has(name)).length,
    };
  };
  const dates = new Map(
    [null, ...datesOf(range)].map((reportDate) => [
      reportDate,
      flowsOfDate(scope, reportDate).map(ofFlow).reduce(plus, NOTHING),
    ]),
  );
  return {
    dates,
    total: [...dates.values()].reduce(plus, NOTHING),
    unknown: scope.uploads.flatMap(({ name }) => (history.uploads.has(name) ? [] : [name])).sort(),
  };
}
