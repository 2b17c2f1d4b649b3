import type { DateRange } from '@switchboard/model/backfill';
import { isDated, type Plan, type PlanUpload } from '@switchboard/model/plan';
import { addDays, isReportDate, type Schedule } from '@switchboard/model/schedule/schedule';
import { connectedUploads } from '../flows/due-flows.ts';

/** One download that a backfill makes: of a source without dates, `reportDate` is null and serves all dates. */
export type BackfillDownload = { readonly source: string; readonly reportDate: string | null };

/** One flow that a backfill makes: uploads that share sources, for one report date. */
export type BackfillFlow = {
  /** Null of uploads whose sources all have no dates. */
  readonly reportDate: string | null;
  /** Names, sorted. */
  readonly uploads: readonly string[];
  /** By source name. */
  readonly downloads: readonly BackfillDownload[];
};

/** Why an upload makes nothing for a report date. */
export type SkipReason =
  /** It reads no download at all. */
  | 'no_downloads'
  /** None of its downloads has report dates: it is made once, without one. */
  | 'no_history'
  /** A schedule has no report for this date, so that its downloads never come together. */
  | 'not_scheduled';

/** Every report date of a range, oldest first. */
export function datesOf({ start, end }: DateRange): string[] {
  const dates: string[] = [];
  for (let date = start; date <= end; date = addDays(date, 1)) dates.push(date);
  return dates;
}

type ScopeSource = { readonly project: string; readonly dated: boolean; readonly schedule: Schedule };

/** The chosen uploads, in the plan's order, and what their report dates depend on. */
export type BackfillScope = {
  readonly uploads: readonly PlanUpload[];
  readonly sources: ReadonlyMap<string, ScopeSource>;
};

/** Names that the plan does not have are left out. */
export function scopeOf(plan: Plan, uploadNames: readonly string[]): BackfillScope {
  const chosen = new Set(uploadNames);
  const uploads = plan.uploads.filter((upload) => chosen.has(upload.name));
  const read = new Set(uploads.flatMap((upload) => upload.sources));
  const sources = plan.sources.filter((source) => read.has(source.name));
  return {
    uploads,
    sources: new Map(
      sources.map((source) => [
        source.name,
        { project: source.project, schedule: source.schedule, dated: isDated(source) },
      ]),
    ),
  };
}

/** Why an upload makes nothing for a report date, or (null) for none; null when it does make something. */
export function skipReason(scope: BackfillScope, upload: PlanUpload, reportDate: string | null): SkipReason | null {
  if (upload.sources.length === 0) return 'no_downloads';
  const dated = upload.sources.flatMap((name) => {
    const source = scope.sources.get(name);
    return source?.dated ? [source] : [];
  });
  if (dated.length === 0) return reportDate === null ? null : 'no_history';
  if (reportDate === null) return 'not_scheduled';
  return dated.every((source) => isReportDate(source.schedule, reportDate)) ? null : 'not_scheduled';
}

/** Groups uploads that share a source, directly or through others. */
export const uploadsBySource = (uploads: readonly PlanUpload[]): PlanUpload[][] =>
  connectedUploads(uploads, ({ sources }) => sources);

/** The flows that a backfill makes for one report date; for null, those of uploads without dates. */
export function flowsOfDate(scope: BackfillScope, reportDate: string | null): BackfillFlow[] {
  const uploads = scope.uploads.filter((upload) => skipReason(scope, upload, reportDate) === null);
  return uploadsBySource(uploads).map((group) => ({
    reportDate,
    uploads: group.map((upload) => upload.name).sort(),
    downloads: [...new Set(group.flatMap((upload) => upload.sources))]
      .sort()
      .map((source) => ({ source, reportDate: scope.sources.get(source)?.dated ? reportDate : null })),
  }));
}

/** The dates of a backfill in the order in which they are launched: newest first, then what has no date. */
export function launchOrder(range: DateRange): (string | null)[] {
  return [...datesOf(range).reverse(), null];
}

/** The same flow of the same backfill has the same identity, so that launching it again does nothing. */
export function backfillFlowIdentity(backfillId: string, flow: BackfillFlow): string {
  return JSON.stringify(['backfill', backfillId, flow.reportDate, flow.uploads]);
}
