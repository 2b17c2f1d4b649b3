import type { Report } from '../../../diagnostics/diagnostics.ts';
import { SYMBOL } from '../../tokens/codes.generated.ts';
import type { TokenBuffer } from '../../tokens/token-buffer.ts';
import { fixOf } from './fix-habit.ts';
import { findMatch } from './match-habit.ts';
import { reportTemplate } from './template.ts';
import { TokenView } from './token-view.ts';

/** Tokens up to which a pipe is searched. */
const FAR = 200;

/** Whether a query in pipe syntax starts at `from`: its first pipe has been reported. */
function isPiped(view: TokenView, index: number): boolean {
  if (view.word(index) !== 'from') return false;
  for (let at = index + 1; at < index + FAR && !view.isEnd(at) && view.code(at) !== SYMBOL.semicolon; at += 1)
    if (view.isInvalid(at) && view.source(at) === '|>') return true;
  return false;
}

/** Reports what a SQL dialect means by a token that the parser cannot take. Gives false when no dialect is known for it. */
export function reportHabit(tokens: TokenBuffer, index: number, report: Report): boolean {
  const view = new TokenView(tokens);
  if (reportTemplate(view, index, report) || isPiped(view, index)) return true;
  const match = findMatch(view, index);
  if (!match) return false;
  const { span, fix } = fixOf(view, match);
  const { code, written, advice } = match.habit;
  report(code, span, { written, advice }, fix);
  return true;
}
