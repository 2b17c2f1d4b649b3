import { LIMITS } from './limits.ts';
import { addDays } from './schedule/schedule.ts';
import { statusesBefore } from './status/status.ts';

export const BACKFILL_STATUSES = ['preparing', 'running', 'completed', 'completed_with_errors', 'cancelled'] as const;
export type BackfillStatus = (typeof BACKFILL_STATUSES)[number];

/** Legal next statuses. A backfill of which a pipeline has failed ends as `completed_with_errors`. */
export const BACKFILL_TRANSITIONS: Readonly<Record<BackfillStatus, readonly BackfillStatus[]>> = {
  preparing: ['running', 'cancelled'],
  running: ['completed', 'completed_with_errors', 'cancelled'],
  completed: [],
  completed_with_errors: [],
  cancelled: [],
};

/** Statuses in which a backfill keeps others off its uploads and dates, and can be cancelled. */
export const BACKFILL_ACTIVE: readonly BackfillStatus[] = statusesBefore(BACKFILL_TRANSITIONS, 'cancelled');

/** Report dates from `start` to `end` as yyyy-MM-dd, both included. */
export type DateRange = { readonly start: string; readonly end: string };

/** A person's request for a backfill. */
export type BackfillRequest = DateRange & {
  readonly title: string;
  readonly description: string;
  readonly uploadNames: readonly string[];
};

export type BackfillField = 'title' | 'description' | 'start_datetime' | 'end_datetime' | 'upload_names';
export type BackfillProblem = { readonly field: BackfillField; readonly message: string };

/** Validates a backfill's name; null when it is valid. */
export function titleProblem(title: string): BackfillProblem | null {
  const { length } = title.trim();
  if (length === 0) return { field: 'title', message: 'Backfill must have a name' };
  if (length <= LIMITS.backfillTitleLength) return null;
  return { field: 'title', message: `The name can have ${LIMITS.backfillTitleLength} characters at most.` };
}

/** Validates a backfill's description; null when it is valid. */
export function descriptionProblem(description: string): BackfillProblem | null {
  if (description.length <= LIMITS.backfillDescriptionLength) return null;
  const most = LIMITS.backfillDescriptionLength;
  return { field: 'description', message: `The description can have ${most} characters at most.` };
}

/**
 * Everything that is wrong with a range of report dates.
 * @param today yyyy-MM-dd, in UTC
 */
export function rangeProblems(start: string, end: string, today: string): BackfillProblem[] {
  const problems: BackfillProblem[] = [];
  if (start > end)
    problems.push({ field: 'end_datetime', message: 'The last report date must not be before the first.' });
  if (end > today)
    problems.push({ field: 'end_datetime', message: 'Report dates in the future cannot be backfilled.' });
  if (start <= end && addDays(start, LIMITS.backfillDays - 1) < end)
    problems.push({ field: 'end_datetime', message: `Max Date Range is ${LIMITS.backfillDays} days.` });
  return problems;
}

/** Validates the chosen uploads; null when they are valid. */
export function uploadsProblem(chosen: readonly string[], known: ReadonlySet<string>): BackfillProblem | null {
  const field = 'upload_names';
  if (chosen.length === 0) return { field, message: 'Select an Import.' };
  if (new Set(chosen).size > LIMITS.backfillUploads)
    return { field, message: `Select ${LIMITS.backfillUploads} uploads at most.` };
  const missing = chosen.filter((name) => !known.has(name));
  if (missing.length === 0) return null;
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : '';
  return { field, message: `There is no published upload ${missing.slice(0, 3).join(', ')}${more}.` };
}

/**
 * Everything that is wrong with what a person asks for, the fields in the form's order; empty when it may be launched.
 * @param known names of the published uploads
 */
export function backfillProblems(
  request: BackfillRequest,
  known: ReadonlySet<string>,
  today: string,
): BackfillProblem[] {
  return [
    ...rangeProblems(request.start, request.end, today),
    uploadsProblem(request.uploadNames, known),
    titleProblem(request.title),
    descriptionProblem(request.description),
  ].filter((problem) => problem !== null);
}
