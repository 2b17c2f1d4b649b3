import type { DateRange } from '@switchboard/model/backfill';
import type { Plan } from '@switchboard/model/plan';
import {
  type BackfillDownload,
  type BackfillScope,
  datesOf,
  flowsOfDate,
  type SkipReason,
  scopeOf,
  skipReason,
} from '../../pipeline/backfills/plan-backfill.ts';
import { warningsOf } from './backfill-warnings.ts';

/** The state of the account that a preview reads besides the script. */
export type BackfillState = {
  /** Backfills in progress. */
  readonly active: readonly ActiveBackfill[];
  /** Newest completed uploads whose inputs are still the newest ones. */
  readonly delivered: readonly DeliveredUpload[];
};

export type BackfillName = { readonly id: string; readonly title: string };

export type ActiveBackfill = DateRange & BackfillName & { readonly uploads: readonly string[] };

export type DeliveredUpload = {
  readonly name: string;
  readonly reportDate: string | null;
  readonly uploadId: string;
  readonly finished: Date;
};

/** The action of a backfill for one upload and report date. */
export type PreviewCell = {
  readonly upload: string;
  readonly action: 'create' | 'skip' | 'conflict';
  readonly reason: SkipReason | null;
  /** The backfill in progress that contains this upload and date. */
  readonly conflict: BackfillName | null;
  /** The delivered result of the same inputs, which is created again. */
  readonly delivered: DeliveredUpload | null;
};

export type PreviewDate = {
  /** Null for sources and uploads without report dates. */
  readonly reportDate: string | null;
  readonly cells: readonly PreviewCell[];
  readonly downloads: readonly BackfillDownload[];
  /** Number of pipelines. */
  readonly flows: number;
};

export type BackfillPreview = {
  readonly dates: readonly PreviewDate[];
  /** Sources without history, whose newest data is used for every date. */
  readonly withoutHistory: readonly string[];
  /** Possible mistakes in the request. */
  readonly warnings: readonly string[];
  readonly conflicts: readonly BackfillName[];
  readonly counts: {
    readonly create: number;
    readonly skip: number;
    readonly conflict: number;
    readonly delivered: number;
    readonly downloads: number;
    readonly pipelines: number;
  };
};

export type PreviewRequest = DateRange & {
  readonly plan: Plan;
  readonly uploads: readonly string[];
  readonly state: BackfillState;
};

/**
 * Exactly what a backfill would do: for each report date and upload whether it is created, and from which downloads.
 * A launch creates the same unless there are conflicts; then it creates nothing.
 */
export function previewBackfill(request: PreviewRequest): BackfillPreview {
  const { state } = request;
  const scope = scopeOf(request.plan, request.uploads);
  const delivered = new Map(state.delivered.map((one) => [`${one.reportDate} ${one.name}`, one]));
  const dates = [null, ...datesOf(request)].map((reportDate): PreviewDate => {
    const flows = flowsOfDate(scope, reportDate);
    const cells = scope.uploads.map((upload): PreviewCell => {
      const { name } = upload;
      const reason = skipReason(scope, upload, reportDate);
      const conflict = reason === null ? conflictOf(state, request, name, reportDate) : null;
      const known = reason === null ? (delivered.get(`${reportDate} ${name}`) ?? null) : null;
      const action = reason !== null ? 'skip' : conflict ? 'conflict' : 'create';
      return { upload: name, action, reason, conflict, delivered: known };
    });
    return { reportDate, cells, downloads: flows.flatMap((flow) => flow.downloads), flows: flows.length };
  });
  const shown = dates.filter((date) => date.reportDate !== null || date.flows > 0);
  return {
    dates: shown,
    withoutHistory: withoutHistory(shown),
    warnings: warningsOf(request.plan, scope, request),
    conflicts: conflictsOf(state, request, scope),
    counts: countsOf(shown),
  };
}

function overlaps(active: ActiveBackfill, range: DateRange): boolean {
  return active.start <= range.end && range.start <= active.end;
}

/** Uploads without dates conflict with every date of a backfill. */
function conflictOf(
  state: BackfillState,
  range: DateRange,
  upload: string,
  reportDate: string | null,
): PreviewCell['conflict'] {
  const own = reportDate === null ? range : { start: reportDate, end: reportDate };
  const found = state.active.find((active) => active.uploads.includes(upload) && overlaps(active, own));
  return found ? { id: found.id, title: found.title } : null;
}

/** Backfills in progress that contain one of the dates and uploads, even if nothing is created for that date. */
function conflictsOf(state: BackfillState, range: DateRange, { uploads }: BackfillScope): BackfillName[] {
  return state.active
    .filter((active) => overlaps(active, range) && uploads.some((upload) => active.uploads.includes(upload.name)))
    .map(({ id, title }) => ({ id, title }));
}

function withoutHistory(dates: readonly PreviewDate[]): string[] {
  const sources = dates.flatMap((date) => date.downloads.filter((each) => each.reportDate === null));
  return [...new Set(sources.map((each) => each.source))].sort();
}

function countsOf(dates: readonly PreviewDate[]): BackfillPreview['counts'] {
  const cells = dates.flatMap((date) => date.cells);
  const count = (action: PreviewCell['action']): number => cells.filter((cell) => cell.action === action).length;
  const downloads = new Set(dates.flatMap((date) => date.downloads.map((each) => `${each.reportDate} ${each.source}`)));
  return {
    create: count('create'),
    skip: count('skip'),
    conflict: count('conflict'),
    delivered: cells.filter((cell) => cell.delivered !== null).length,
    downloads: downloads.size,
    pipelines: dates.reduce((sum, date) => sum + date.flows, 0),
  };
}
