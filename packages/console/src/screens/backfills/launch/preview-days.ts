import { addDays, type DateRange } from '@switchboard/model';
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
};

export type DayOutcome = 'conflict' | 'create' | 'delivered' | 'skip';

/** The days of a preview, oldest first. What has no report date belongs to none. */
export function daysOf(preview: Preview): PreviewDay[] {
  return preview.dates.flatMap(({ report_datetime: reportDate, uploads }) => {
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
      },
    ];
  });
}

/** What a day looks like: the first that applies of conflict, create, already good, skip. */
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

/** What is done with the uploads of a day. */
export const outcomesOf = (day: PreviewDay): readonly DayOutcome[] =>
  (['create', 'delivered', 'skip', 'conflict'] as const).filter((outcome) => day[outcome] > 0);

/** "3 create, 1 skip" */
export function describeDay(day: PreviewDay): string {
  return outcomesOf(day)
    .map((outcome) => `${day[outcome]} ${OUTCOME_LABELS[outcome].toLowerCase()}`)
    .join(', ');
}

/** The days from Monday before a range to Sunday after it, as weeks. */
export function weeksOf({ start, end }: DateRange): string[][] {
  const weekday = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const weeks: string[][] = [];
  for (let monday = addDays(start, -weekday(start)); monday <= end; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)));
  return weeks;
}
