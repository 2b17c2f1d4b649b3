import type { DateRange } from '@switchboard/model/backfill';
import { abbreviateNumber, fullNumber } from '@switchboard/model/format';
import { addDays } from '@switchboard/model/schedule/schedule';
import type { PreviewBackfillQuery } from '../../../api/generated/graphql.ts';

export type Preview = Extract<PreviewBackfillQuery['preview_backfill'], { readonly __typename: 'BackfillPreview' }>;

/** How many uploads of one report date are made, made again although they are good already, skipped, or in conflict. */
export type PreviewDay = {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly create: number;
  readonly delivered: number;
  readonly skip: number;
  readonly conflict: number;
  readonly expected: Expected;
};

export type Expected = Preview['expected'];

export type DayOutcome = 'conflict' | 'create' | 'delivered' | 'skip';

/** The days of a preview, oldest first. What has no report date belongs to none. */
export function daysOf(preview: Preview): PreviewDay[] {
  return preview.dates.flatMap(({ report_datetime: reportDate, uploads, expected }) => {
    if (reportDate === null) return [];
    const count = (action: string): number => uploads.filter((upload) => upload.action === action).length;
    const delivered = uploads.filter((upload) => upload.action === 'create' && upload.delivered !== null).length;
    return [
      {
        date: reportDate.iso.slice(0, 10),
        create: count('create') - delivered,
        delivered,
        skip: count('skip'),
        conflict: count('conflict'),
        expected,
      },
    ];
  });
}

/** Returns the outcome that a day shows: the first that applies of conflict, create, already good, skip. */
export function outcomeOf({ conflict, create, delivered }: PreviewDay): DayOutcome {
  if (conflict > 0) return 'conflict';
  if (create > 0) return 'create';
  return delivered > 0 ? 'delivered' : 'skip';
}

export const OUTCOME_LABELS: Readonly<Record<DayOutcome, string>> = {
  create: 'Create',
  delivered: 'Already good',
  skip: 'Skip',
  conflict: 'Conflict',
};

/** Returns all outcomes of the uploads of a day. */
export const outcomesOf = (day: PreviewDay): readonly DayOutcome[] =>
  (['create', 'delivered', 'skip', 'conflict'] as const).filter((outcome) => day[outcome] > 0);

/** "3 create, 1 skip; 1,200 rows, 4 min" */
export function describeDay(day: PreviewDay): string {
  const outcomes = outcomesOf(day)
    .map((outcome) => `${day[outcome]} ${OUTCOME_LABELS[outcome].toLowerCase()}`)
    .join(', ');
  return hasRuns(day) ? `${outcomes}; ${rowsText(day.expected, fullNumber)}, ${minutesText(day.expected)}` : outcomes;
}

/** Whether anything runs for a day. */
export const hasRuns = (day: PreviewDay): boolean => day.create + day.delivered > 0;

/** "1.2k rows", "1.2k rows and more", "rows unknown" */
export function rowsText({ rows, unknown }: Expected, format: (rows: number) => string = abbreviateNumber): string {
  if (rows === null) return 'rows unknown';
  return `${format(Math.round(rows))} rows${unknown > 0 ? ' and more' : ''}`;
}

/** "under 1 min", "25 min", "3 h 5 min", "minutes unknown" */
export function minutesText({ minutes }: Expected): string {
  if (minutes === null) return 'minutes unknown';
  if (minutes < 1) return 'under 1 min';
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  const rest = whole % 60;
  return `${fullNumber(Math.floor(whole / 60))} h${rest === 0 ? '' : ` ${rest} min`}`;
}

/** The days from Monday before a range to Sunday after it, as weeks. */
export function weeksOf({ start, end }: DateRange): string[][] {
  const weekday = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const weeks: string[][] = [];
  for (let monday = addDays(start, -weekday(start)); monday <= end; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)));
  return weeks;
}
