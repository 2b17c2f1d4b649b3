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

const INTO = 'A table is named before its query: table name is select … ;';

/** Reports a temporary table of T-SQL, whose name is a comment here, behind the token or before it. */
function reportTemporary(view: TokenView, index: number, report: Report): boolean {
  const into = view.word(index) === 'into' ? view.hashBehind(index) : null;
  const name = into ?? view.hashBehind(index - 1);
  if (name === null) return false;
  const end = into ? view.end(index) : view.end(index - 1);
  const start = view.textAt(end).indexOf('#') + end;
  const declared = `Declare table ${name.replace(/^#+/, '')} is select … ; and write its name without #.`;
  const advice = into ? INTO : `A # starts a comment. ${declared}`;
  report('SBS1040', { start, end: start + name.length }, { written: `A temporary table (${name})`, advice });
  return true;
}

/** Reports `a // 2`, where a comment begins before the number. */
function reportDivision(view: TokenView, index: number, report: Report): boolean {
  const end = view.end(index - 1);
  const found = /^[ \t]*(?=\/\/ *\d)/.exec(view.textAt(end));
  if (!found || index === 0) return false;
  const start = end + found[0].length;
  report('SBS1041', { start, end: start + 2 }, { written: '//', advice: 'It starts a comment. Write floor(a / b).' });
  return true;
}

/** Reports what a SQL dialect means by a token that the parser cannot take. Gives false when no dialect is known for it. */
export function reportHabit(tokens: TokenBuffer, index: number, report: Report): boolean {
  const view = new TokenView(tokens);
  if (reportTemporary(view, index, report) || reportDivision(view, index, report)) return true;
  if (reportTemplate(view, index, report) || isPiped(view, index)) return true;
  const match = findMatch(view, index);
  if (!match) return false;
  const { span, fix } = fixOf(view, match);
  const { code, written, advice } = match.habit;
  report(code, span, { written, advice }, fix);
  return true;
}
