import type { CheckedResult } from '../../check/checked-query.ts';
import type { Context } from '../../check/context.ts';
import { checkExpression } from '../../check/expressions/expressions.ts';
import { Scope } from '../../check/names/scope.ts';
import type { Placed, Program } from '../../check/program.ts';
import { coerce } from '../../check/types/coerce.ts';
import { readLiteral } from '../../functions/read-literal.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import { type CheckedDates, NO_QUERY, type Typed } from '../../typed/typed.ts';
import { isFlexible, shown } from '../../typed/types.ts';
import { readsNothing } from '../reads-nothing.ts';
import { DATE_STEPS, type DatesNode } from './dates-node.ts';

/** A table of so many dates is a mistake: a hundred years of days. */
export const MAX_DATES = 36_600;
const DAY = 86_400_000;
const DATE = { kind: 'date' } as const;

function contextOf(program: Program, placed: Placed<TableNode>): Context {
  return {
    check: checkExpression,
    report: placed.report,
    program,
    scope: new Scope(program, placed.report),
    noAggregates: 'dates',
    aliases: new Map(),
    columns: null,
  };
}

/** A text as the date that it is; a mistake in it is reported. */
function readText(value: Typed, text: string, { report }: Context): Typed {
  const reading = readLiteral(text, DATE);
  if (!reading.fits) report('SBS3031', value.span, { text, type: 'date', reason: reading.reason });
  return coerce(value, DATE);
}

/** The first or the last date; null after a message. */
function checkBound(node: Expression, context: Context): Typed | null {
  const wrong = (problem: string, advice: string): null => {
    context.report('SBS3054', node, { problem, advice });
    return null;
  };
  if (!readsNothing(node, context))
    return wrong('The bounds of dates are needed before any row, so they read no columns.', 'Write a date or today().');
  const value = checkExpression(node, context);
  if (value.kind === 'constant' && value.type.kind === 'string' && typeof value.value === 'string')
    return readText(value, value.value, context);
  if (value.type.kind === 'null') return wrong('A bound of dates is null.', 'Write a date or today().');
  if (value.type.kind === 'date' || isFlexible(value.type)) return coerce(value, DATE);
  const advice = value.type.kind === 'datetime' ? 'Convert it with date(…).' : "Write a date such as '2026-01-31'.";
  return wrong(`A bound of dates must be a date, got ${shown(value.type)}.`, advice);
}

function checkStep(node: Expression | undefined, context: Context): CheckedDates['step'] | null {
  if (!node) return 'day';
  const text = node.kind === 'string' || node.kind === 'quoted' ? node.value : null;
  const step = DATE_STEPS.find((each) => each === text);
  if (step) return step;
  const steps = DATE_STEPS.map((each) => `'${each}'`).join(', ');
  context.report('SBS3054', node, { problem: 'This is not a step of dates.', advice: `Write one of ${steps}.` });
  return null;
}

/** The day of a date that is written in the script, counted from 1970; null for others. */
function dayOf(value: Typed): number | null {
  if (value.kind === 'cast') return dayOf(value.operand);
  if (value.kind === 'call' && value.function === 'date' && value.arguments[0]) return dayOf(value.arguments[0]);
  if (value.kind !== 'constant' || typeof value.value !== 'string') return null;
  const time = Date.parse(value.value.trim().slice(0, 10));
  return Number.isNaN(time) ? null : Math.round(time / DAY);
}

/** Days that a step has at least. */
const SHORTEST: Readonly<Record<CheckedDates['step'], number>> = { day: 1, week: 7, month: 28, quarter: 90, year: 365 };

/** Reports bounds that are in the wrong order or too far apart, where the script shows it. */
function checkSpan(first: Typed, last: Typed, step: CheckedDates['step'], node: DatesNode, context: Context): void {
  const [start, end] = [dayOf(first), dayOf(last)];
  if (start === null || end === null) return;
  const count = Math.floor((end - start) / SHORTEST[step]) + 1;
  if (end < start)
    context.report('SBS3054', node, {
      problem: 'dates ends before it starts.',
      advice: 'Write the earlier date first.',
    });
  else if (count > MAX_DATES) {
    const advice = `It gives at most ${MAX_DATES}: bring the bounds closer together, or take a longer step.`;
    context.report('SBS3054', node, { problem: `dates would give ${count} dates.`, advice });
  }
}

/** `dates('2026-01-01', today(), 'week')`: one column, `date`, from the first date in steps up to the last. */
export function checkDates(program: Program, placed: Placed<TableNode>, node: DatesNode): CheckedResult {
  const context = contextOf(program, placed);
  const columns = [{ name: 'date', type: DATE, nullable: false }];
  const nothing: CheckedResult = { query: NO_QUERY, columns, open: false };
  const [from, to, by] = node.arguments;
  if (!from || !to || node.arguments.length > 3) {
    const signature = "dates(first: date, last: date, step?: 'day')";
    const given = String(node.arguments.length);
    placed.report('SBS3008', node, { name: 'dates', expected: '2 to 3 arguments', given, signature });
    return nothing;
  }
  const first = checkBound(from, context);
  const last = checkBound(to, context);
  const step = checkStep(by, context);
  if (!first || !last || !step) return nothing;
  checkSpan(first, last, step, node, context);
  return { query: { kind: 'dates', first, last, step, limit: MAX_DATES }, columns, open: false, ordered: true };
}
