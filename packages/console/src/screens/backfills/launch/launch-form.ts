import { type BackfillProblem, backfillProblems, type DateRange } from '@switchboard/model/backfill';
import { addDays } from '@switchboard/model/schedule/schedule';

/** Values of the form that launches a backfill. */
export type LaunchForm = DateRange & {
  /** The upload of the first step; empty before one is chosen. */
  readonly upload: string;
  /** Names of all uploads to backfill, that of the first step first. */
  readonly chosen: readonly string[];
  /** Null until the name is edited by hand. */
  readonly editedTitle: string | null;
  readonly description: string;
};

/** The report dates that are proposed: the last seven days. */
const PROPOSED_DAYS = 7;

/** @param today yyyy-MM-dd in UTC */
export function emptyForm(today: string): LaunchForm {
  return {
    start: addDays(today, -PROPOSED_DAYS),
    end: addDays(today, -1),
    upload: '',
    chosen: [],
    editedTitle: null,
    description: '',
  };
}

/** A future day becomes today; an end before the start becomes the start. */
export function withDates(form: LaunchForm, dates: Partial<DateRange>, today: string): LaunchForm {
  const clamp = (day: string): string => (day > today ? today : day);
  const start = clamp(dates.start ?? form.start);
  const end = clamp(dates.end ?? form.end);
  return start > end ? { ...form, start, end: start } : { ...form, start, end };
}

/** Another upload of the first step forgets the additional ones. */
export function withUpload(form: LaunchForm, upload: string): LaunchForm {
  return upload === form.upload ? form : { ...form, upload, chosen: upload === '' ? [] : [upload] };
}

/** Adds uploads, or removes them when all of them are chosen. */
export function toggleUploads(form: LaunchForm, names: readonly string[]): LaunchForm {
  const isAll = names.every((name) => form.chosen.includes(name));
  const others = form.chosen.filter((name) => !names.includes(name));
  const chosen = isAll ? others : [...new Set([...form.chosen, ...names])];
  // The upload of the first step names the backfill.
  return { ...form, chosen: chosen.toSorted((a, b) => Number(b === form.upload) - Number(a === form.upload)) };
}

/** The upload's name, and " and others" when more than one is chosen, until the name is edited by hand. */
export function titleOf({ chosen, editedTitle }: LaunchForm): string {
  const [first = '', second] = chosen;
  return editedTitle ?? (second === undefined ? first : `${first} and others`);
}

/** Everything that keeps the backfill from being launched, by field. */
export function problemsOf(form: LaunchForm, known: ReadonlySet<string>, today: string): BackfillProblem[] {
  const { start, end, chosen: uploadNames, description } = form;
  return backfillProblems({ start, end, uploadNames, title: titleOf(form), description }, known, today);
}

/** The variables of the mutation. */
export function launchVariables(form: LaunchForm) {
  return {
    upload_names: [...form.chosen],
    title: titleOf(form).trim(),
    description: form.description,
    start_datetime: `${form.start}T00:00:00.000Z`,
    end_datetime: `${form.end}T23:59:59.000Z`,
  };
}

export const STEPS = 3;
const [UPLOAD_STEP, CONNECTION_STEP, REVIEW_STEP] = [0, 1, 2] as const;
export type LaunchStep = typeof UPLOAD_STEP | typeof CONNECTION_STEP | typeof REVIEW_STEP;

/** @param isSkipped the second step has nothing to choose: the upload is connected with no other */
export const stepAfter = (step: LaunchStep, isSkipped: boolean): LaunchStep =>
  step === UPLOAD_STEP && !isSkipped ? CONNECTION_STEP : REVIEW_STEP;

/** @param isSkipped the second step has nothing to choose: the upload is connected with no other */
export const stepBefore = (step: LaunchStep, isSkipped: boolean): LaunchStep =>
  step === REVIEW_STEP && !isSkipped ? CONNECTION_STEP : UPLOAD_STEP;
