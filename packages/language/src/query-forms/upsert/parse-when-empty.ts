import { EMPTY_RESULT_CHOICES, type EmptyResultChoice } from '@switchboard/model/plan';
import type { Cursor } from '../../syntax/parse/cursor.ts';
import { WORD } from '../../syntax/tokens/codes.generated.ts';

const CHOICES = { keep: WORD.keep, replace: WORD.replace, fail: WORD.fail } as const;
const ADVICE = 'Write when empty keep, when empty replace or when empty fail.';

/** `when empty replace`, the last clause of a form that keeps rows. Without it a load without rows leaves them as they are. */
export function parseWhenEmpty(cursor: Cursor): EmptyResultChoice {
  if (!cursor.take(WORD.when)) return 'keep';
  cursor.expect(WORD.empty, ADVICE);
  return (
    EMPTY_RESULT_CHOICES.find((each) => cursor.take(CHOICES[each])) ?? cursor.failWord(EMPTY_RESULT_CHOICES, ADVICE)
  );
}
