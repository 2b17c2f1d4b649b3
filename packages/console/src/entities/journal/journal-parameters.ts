import { choice, type ParameterSet, text } from '../../lib/address/url-state.ts';
import type { JournalView } from './journal-kind.ts';

/** The query parameters that a status page reads. */
export function journalParameters({ groups, nameParameter }: JournalView) {
  return {
    project_id: text,
    [nameParameter]: text,
    group_by: choice(
      groups.map(({ value }) => value),
      groups[0].value,
    ),
  } satisfies ParameterSet;
}
