import type { JournalDayFragment } from '../src/api/generated/graphql.ts';

/** A day of a journal without runs. */
export function buildJournalDay(patch: Partial<JournalDayFragment>): JournalDayFragment {
  const typed = { __typename: 'StatusDay' };
  return {
    ...typed,
    date: null,
    running: 0,
    completed: 0,
    failed: 0,
    total_rows: 0,
    min_rows: null,
    max_rows: null,
    dirty_rows: 0,
    ...patch,
  };
}

type Journal = {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly journal: readonly JournalDayFragment[];
};

/** An active declaration with its journal. */
export function buildJournal(typename: 'ImportStatus' | 'ExportStatus', journal: Journal) {
  return { __typename: typename, status: 'active', ...journal };
}
