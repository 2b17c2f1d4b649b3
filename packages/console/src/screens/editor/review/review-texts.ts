import type { DraftReviewPartsFragment, DraftThreadRowFragment } from '../../../api/generated/graphql.ts';

export type Review = DraftReviewPartsFragment['review'];
export type ReviewEntry = Review['history'][number];
export type Thread = DraftThreadRowFragment;

const STATES = {
  none: { label: 'Not reviewed', tone: 'inactive' },
  requested: { label: 'Review requested', tone: 'working' },
  approved: { label: 'Approved', tone: 'completed' },
  changes_requested: { label: 'Changes requested', tone: 'warning' },
} as const;

/** How the state of a review is shown. */
export const reviewState = ({ state }: Pick<Review, 'state'>) =>
  state in STATES ? STATES[state as keyof typeof STATES] : STATES.none;

const DEEDS: Readonly<Record<string, string>> = {
  requested: 'requested a review of',
  approved: 'approved',
  changes_requested: 'asked for changes of',
};

/** "Ben approved version 3" */
export const entryText = ({ kind, person, version }: ReviewEntry): string =>
  `${person?.name ?? 'Somebody'} ${DEEDS[kind] ?? kind} version ${version}`;

/** Whether a later saving has withdrawn a request or an answer. */
export const isWithdrawn = ({ version }: ReviewEntry, present: number): boolean => version !== present;

/** "main.sbs:12", where a comment stands; null of a comment on the whole draft. */
export function placeText({ path, line, original_path: was, original_line: wasAt, outdated }: Thread): string | null {
  if (outdated) return `${was}:${wasAt} (outdated)`;
  return path == null ? null : `${path}:${line}`;
}

/** "1 comment", "3 comments" */
export const commentCount = (count: number): string => `${count} comment${count === 1 ? '' : 's'}`;
