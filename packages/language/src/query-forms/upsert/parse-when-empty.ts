import { EMPTY_RESULT_CHOICES, type EmptyResultChoice } from '@switchboard/model/plan';
import type { Cursor } from '../../syntax/parse/cursor.ts';
import { WORD } from '../../syntax/tokens/codes.generated.ts';

const CHOICES = { keep: WORD.keep, replace: WORD.replace, fail: WORD.fail } as const;
const IN_ORDER = 'Write order by, delete where, when empty in this order.';
const ADVICE = 'Write when empty keep, when empty replace or when empty fail.';

type Clause = 'order' | 'delete';

/** `when empty replace`, the last clause of a form that keeps rows. `clauses`: those that stand before it. Without it a load without rows leaves them as they are. */
export function parseWhenEmpty(cursor: Cursor, clauses: readonly Clause[]): EmptyResultChoice {
  refuseLate(cursor, clauses);
  if (!cursor.take(WORD.when)) {
    cursor.failTypo([...clauses, 'when']);
    return 'keep';
  }
  cursor.expect(WORD.empty, ADVICE);
  const choice =
    EMPTY_RESULT_CHOICES.find((each) => cursor.take(CHOICES[each])) ?? cursor.failWord(EMPTY_RESULT_CHOICES, ADVICE);
  refuseLate(cursor, clauses);
  return choice;
}

/** Refuses a clause that stands behind one that comes after it. */
function refuseLate(cursor: Cursor, clauses: readonly Clause[]): void {
  const clause = clauses.find((each) => cursor.at(WORD[each]));
  if (clause === undefined) return;
  const written = clause === 'order' ? 'order by in this place' : 'delete where in this place';
  cursor.report('SBS1040', cursor.spanOf(cursor.index), { written, advice: IN_ORDER });
  cursor.stop();
}
