import type { Report } from '../../../diagnostics/diagnostics.ts';
import type { TokenBuffer } from '../../tokens/token-buffer.ts';
import { fixOf } from './fix-habit.ts';
import { findMatch } from './match-habit.ts';
import { TokenView } from './token-view.ts';

/** Reports what a SQL dialect means by a token that the parser cannot take. Gives false when no dialect is known for it. */
export function reportHabit(tokens: TokenBuffer, index: number, report: Report): boolean {
  const view = new TokenView(tokens);
  const match = findMatch(view, index);
  if (!match) return false;
  const { span, fix } = fixOf(view, match);
  const { code, written, advice } = match.habit;
  report(code, span, { written, advice }, fix);
  return true;
}
