import { isTimezone } from '@switchboard/model/schedule/schedule';
import type { ColumnType } from '@switchboard/model/schema';
import type { Fix } from '../../diagnostics/diagnostics.ts';
import { formatGap, readDateFormat } from '../../functions/date-format.ts';
import type { FunctionSpec } from '../../functions/function-spec.ts';
import { findFunction } from '../../functions/registry.ts';
import { type ParameterSignature, parameterAt, readSignature, type Signature } from '../../functions/signature.ts';
import { UNITS } from '../../functions/time.ts';
import { advise } from '../../suggest/suggest.ts';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import { partsOf, type Typed, type ValueType } from '../../typed/typed.ts';
import {
  columnType,
  FLOAT,
  INTEGER,
  isFlexible,
  isNumeric,
  isScalar,
  NULL,
  ONLY_NULLS,
  STRING,
  scalarType,
  shown,
  UNKNOWN,
  valueType,
} from '../../typed/types.ts';
import { reportCount } from '../argument-count.ts';
import type { Context } from '../context.ts';
import { failed } from '../names/scope.ts';
import { castAdvice, isCastable } from '../types/casts.ts';
import { coerce, conversionAdvice, fits } from '../types/coerce.ts';
import { reportFormat } from '../types/formats.ts';
import { unifiedOf } from '../types/unify.ts';
import { forgetUnordered, noteUnordered } from '../unordered.ts';
import { warnOfText } from './doubtful-text.ts';
import { checkFixed, literalConversion } from './fixed-values.ts';
import { reportFormatFirst } from './format-arguments.ts';
import { checkModifiers } from './modifiers.ts';
import { checkPattern, compilePattern } from './patterns.ts';
import { reportUnit, takesUnit } from './unit-arguments.ts';
import { reportUnknownFunction } from './unknown-function.ts';
import { checkWindow } from './windows.ts';

type CallNode = Extract<Expression, { kind: 'call' }>;

/** A call that was reported, whose arguments are checked all the same. */
function failedCall(node: CallNode, context: Context): Typed {
  for (const argument of node.arguments) context.check(argument, context);
  return failed(node);
}

/** Checks a call: its function, the number and types of its arguments, and whether it is allowed here. */
export function checkCall(node: CallNode, context: Context): Typed {
  const spec = findFunction(node.name.text);
  if (!spec) return node.distinct ? failedCall(node, context) : reportUnknownFunction(node, context);
  context.program.recorder?.use({ kind: 'function', name: spec.name }, node.name);
  if (!isAllowedHere(node, spec, context)) return failed(node);
  const signature = readSignature(spec.signature);
  if (reportCount(node, spec, signature, context)) return failed(node);
  if (takesUnit(signature) && reportUnit(node, signature, context)) return failed(node);
  if (reportFormatFirst(node, spec.name, context)) return failed(node);
  const within = contextWithin(node, spec, context);
  const checked = node.arguments.map((argument) => context.check(argument, within));
  // Before the arguments are refused: the columns that the window names are used in any case.
  const over = node.over ? checkWindow(node.over, spec, context) : null;
  const modifiers = node.modifiers ? checkModifiers(node.modifiers, node, spec, within) : null;
  const args = typedArguments(node, spec, signature, checked, context);
  if (args === null) return failed(node);
  const counted = node.arguments[0];
  if (spec.kind === 'aggregate' && counted) warnOfText(counted, context);
  const typed = spec.result?.(args) ?? resultType(signature.result, signature.parameters, args);
  const converted = args[0];
  if (spec.converts && converted && !isCastable(converted.type, typed)) {
    const values = { from: shown(converted.type), to: shown(typed), advice: castAdvice(converted.type, typed) };
    context.report('SBS3026', node, values, digitsFix(node, converted, typed));
    return failed(node);
  }
  if (spec.kind === 'scalar') checkFixed(node, spec, args, typed, context);
  const all = args.every((arg) => arg.nullable);
  const some = args.some((arg) => arg.nullable);
  const own = typeof spec.nullable === 'function' ? some || spec.nullable(args) : spec.nullable;
  const nullable = own === 'all' ? all : (own ?? some);
  const call: Extract<Typed, { kind: 'call' }> = {
    kind: 'call',
    function: spec.name,
    arguments: args,
    modifiers,
    over,
    type: valueType(typed),
    nullable,
    span: node,
  };
  if (spec.unordered !== undefined && !node.distinct) noteUnordered(call, node.name, context);
  else if (spec.ignoresOrder) forgetUnordered(call, context);
  if (context.program.outer && (over || spec.kind === 'aggregate')) refuseOuter(call, spec.name, context);
  return call;
}

/** Digits such as 20260131 read as a date. */
function digitsFix(node: CallNode, value: Typed, type: ColumnType): Fix | undefined {
  if (type.kind !== 'date' || value.type.kind !== 'integer') return undefined;
  const parts = ['parse_date(string(', { start: value.span.start, end: value.span.end }, "), 'YYYYMMdd')"];
  return { title: 'Write parse_date', edits: [{ start: node.start, end: node.end, text: '', parts }] };
}

const NO_ALIASES: Context['aliases'] = new Map();

/** An aggregate or window over columns of a query around this one would belong to that query. */
function refuseOuter(call: Typed, name: string, { report }: Context): void {
  const column = outerColumn(call);
  if (column) report('SBS3044', column.span, { name, column: column.name });
}

function outerColumn(node: Typed): Extract<Typed, { kind: 'column' }> | undefined {
  if (node.kind === 'column') return node.outer ? node : undefined;
  for (const part of partsOf(node)) {
    const found = outerColumn(part);
    if (found) return found;
  }
  return undefined;
}

/** Where the arguments of a call stand. */
function contextWithin({ over }: CallNode, { kind }: FunctionSpec, context: Context): Context {
  if (!over && kind !== 'aggregate') return context;
  const aliases = kind === 'aggregate' ? NO_ALIASES : context.aliases;
  if (over) return { ...context, aliases, inWindow: true };
  return { ...context, aliases, noAggregates: 'an aggregate' };
}

function isAllowedHere(node: CallNode, spec: FunctionSpec, context: Context): boolean {
  const { name } = spec;
  if (node.over && spec.kind !== 'window' && spec.kind !== 'aggregate') {
    context.report('SBS3016', node.name, {
      name,
      problem: 'does not accept over (…)',
      advice: 'Remove it: only aggregates and window functions accept it.',
    });
    return false;
  }
  if (!node.over && spec.kind === 'window') {
    context.report('SBS3016', node.name, {
      name,
      problem: 'requires over (…)',
      advice: `Write ${name}(…) over (order by …).`,
    });
    return false;
  }
  if (context.noAggregates !== null && (spec.kind === 'aggregate' || spec.kind === 'window')) {
    const windowed = node.over !== null || spec.kind === 'window';
    const clause = windowed ? 'qualify' : 'having';
    const advice =
      context.noAggregates === 'where' ? `Move the condition to ${clause}.` : 'Compute it in a table of its own first.';
    context.report('SBS3007', node.name, { name, clause: context.noAggregates, advice });
    return false;
  }
  if (node.over && context.inWindow) {
    context.report('SBS3007', node.name, {
      name,
      clause: 'another window',
      advice: 'Compute it in a table of its own first.',
    });
    return false;
  }
  if (node.over) context.report('SBS9001', node.over, {});
  return true;
}

/** Replaces the checked arguments by their conversions; null when one is not allowed. */
function typedArguments(
  node: CallNode,
  spec: FunctionSpec,
  { parameters, generic }: Signature,
  args: Typed[],
  context: Context,
): Typed[] | null {
  const common = generic ? commonType(node, spec, parameters, args, context) : NULL;
  if (common === null) return null;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    const parameter = parameterAt(parameters, index);
    const argument = arg && parameter && typedArgument(arg, parameter, spec.name, common, context);
    if (!argument) return null;
    args[index] = argument;
    if (parameter.type === 'group' && !isGroupOf(argument, args[index - 1], spec.name, context)) return null;
  }
  return args;
}

/** Whether a group exists in the pattern before it; reports it otherwise. */
function isGroupOf(group: Typed, pattern: Typed | undefined, name: string, context: Context): boolean {
  if (group.kind !== 'constant' || pattern?.kind !== 'constant') return true;
  const compiled = compilePattern(String(pattern.value));
  const groups = 'groups' in compiled ? compiled.groups : 0;
  if (Number(group.value) <= groups) return true;
  const advice =
    groups === 0 ? 'Its pattern has no groups: put one into brackets.' : `Its pattern has groups up to ${groups}.`;
  context.report('SBS3020', group.span, { value: String(group.value), parameter: 'group', name, advice });
  return false;
}

/** The type that all arguments of the type T take on, and the elements of those that are lists of T. */
function commonType(
  node: CallNode,
  spec: FunctionSpec,
  parameters: readonly ParameterSignature[],
  args: readonly Typed[],
  context: Context,
): ValueType | null {
  const elements: ValueType[] = [];
  const shared: ValueType[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const type = args[index]?.type;
    const wanted = parameterAt(parameters, index)?.type;
    if (type && wanted === 'T') shared.push(type);
    else if (type?.kind === 'list' && wanted === '[T]') elements.push(type.element);
  }
  if (elements.length === 0 && shared.length < 2) return shared[0] ?? NULL;
  return unifiedOf([...elements, ...shared], spec.name, node, context, args);
}

const TEXTS: ColumnType = { kind: 'list', element: STRING };
const INTEGERS: ColumnType = { kind: 'list', element: INTEGER };
const FLOATS: ColumnType = { kind: 'list', element: FLOAT };
const LISTS: ColumnType = { kind: 'list', element: TEXTS };

/** Whether a list is empty, or holds bare nulls alone. */
function holdsOnlyNulls(type: ValueType): boolean {
  return type.kind === 'list' && type.element === ONLY_NULLS;
}

function typedArgument(
  arg: Typed,
  parameter: ParameterSignature,
  name: string,
  common: ValueType,
  context: Context,
): Typed | null {
  if (parameter.type === 'any') return arg;
  if (parameter.type === 'T') return coerce(arg, columnType(common));
  if (parameter.type === 'number' && isNumeric(arg.type)) return arg;
  const wrong = (expected: string, advised: string, offered?: Fix, wanted?: ColumnType): null => {
    const type = wanted ?? (parameter.type === 'moment' ? { kind: 'date' as const } : null);
    const written = type && literalConversion(arg, type);
    const [advice, fix] = written ? [written.advice, written.fix] : [advised, offered];
    const values = { parameter: parameter.name, name, expected, type: shown(arg.type), advice };
    context.report('SBS3013', arg.span, values, fix);
    return null;
  };
  if (parameter.constant) return constantArgument(arg, parameter, name, context);
  switch (parameter.type) {
    case 'scalar':
      if (isScalar(arg.type)) return arg;
      return arg.type.kind === 'json'
        ? wrong('a single value', 'Convert it with string(…).', wrapped(arg, 'string'))
        : wrong('a single value', 'Name one of its parts.');
    case 'number':
      return isFlexible(arg.type)
        ? coerce(arg, arg.type.kind === 'null' ? INTEGER : arg.type)
        : wrong('a number', 'Convert it with integer(…), decimal(…) or float(…).');
    case 'clock':
      if (arg.type.kind === 'datetime' || arg.type.kind === 'time') return arg;
      return arg.type.kind === 'date' || isFlexible(arg.type)
        ? coerce(arg, { kind: 'datetime' })
        : wrong('a datetime or time', 'Convert it with datetime(…).');
    case '[string]':
      return fits(arg.type, TEXTS)
        ? coerce(arg, TEXTS)
        : wrong('a list of strings', 'Convert it with cast(… as [string]).');
    case '[number]':
      if (arg.type.kind === 'list' && isNumeric(arg.type.element)) return arg;
      if (arg.type.kind === 'null' || holdsOnlyNulls(arg.type)) return coerce(arg, INTEGERS);
      return fits(arg.type, FLOATS) || (arg.type.kind === 'list' && isFlexible(arg.type.element))
        ? coerce(arg, FLOATS)
        : wrong('a list of numbers', 'Convert it with cast(… as [float]).');
    case '[[T]]':
      if (arg.type.kind === 'list' && arg.type.element.kind === 'list') return arg;
      return isFlexible(arg.type) || holdsOnlyNulls(arg.type)
        ? coerce(arg, LISTS)
        : wrong('a list of lists', 'Write a list such as [[1], [2]].');
    case 'moment':
      if (arg.type.kind === 'date' || arg.type.kind === 'datetime') return arg;
      return isFlexible(arg.type)
        ? coerce(arg, { kind: 'datetime' })
        : wrong('a date or datetime', 'Convert it with date(…) or datetime(…).');
    case '[T]':
      if (arg.type.kind === 'list')
        return common.kind === 'unknown' || common.kind === 'null'
          ? arg
          : coerce(arg, { kind: 'list', element: common });
      if (arg.type.kind === 'null') return coerce(arg, { kind: 'list', element: columnType(common) });
      return isFlexible(arg.type) ? arg : wrong('a list', 'Make one with split(…) or [ … ].');
    default: {
      const type = scalarType(parameter.type) ?? UNKNOWN;
      if (fits(arg.type, type)) return coerce(arg, type);
      const fix = type.kind === 'string' && isScalar(arg.type) ? wrapped(arg, 'string') : undefined;
      return wrong(parameter.type, conversionAdvice(arg.type, type), fix, type);
    }
  }
}

/** Abbreviations such as BST are no zones: they mean several, and offsets such as +02:00 are unknown to DuckDB. */
function isRegion(zone: string): boolean {
  return (zone === 'UTC' || zone.includes('/')) && isTimezone(zone);
}

const WHOLE_NUMBERS = new Set(['digits', 'group', 'position', 'positive']);

function isConstantOf(wanted: string, type: ValueType): boolean {
  if (wanted === 'fraction') return isNumeric(type);
  return type.kind === (WHOLE_NUMBERS.has(wanted) ? 'integer' : 'string');
}

/** The conversion of an argument by a function. */
function wrapped({ span }: Typed, name: string): Fix {
  const edits = [
    { start: span.start, end: span.start, text: `${name}(` },
    { start: span.end, end: span.end, text: ')' },
  ];
  return { title: `Write ${name}(…)`, edits };
}

function constantArgument(arg: Typed, parameter: ParameterSignature, name: string, context: Context): Typed | null {
  if (arg.type.kind === 'unknown') return null;
  const text = arg.kind === 'constant' && typeof arg.value === 'string' ? arg.value : null;
  if (text === null || !isConstantOf(parameter.type, arg.type)) {
    context.report('SBS3011', arg.span, { what: `The argument ${parameter.name} of ${name}` });
    return null;
  }
  const bad = (advice: string): null => {
    context.report('SBS3020', arg.span, { value: text, parameter: parameter.name, name, advice });
    return null;
  };
  switch (parameter.type) {
    case 'constant':
      return arg;
    case 'regex':
      return checkPattern(text, arg.span, context.report) ? arg : null;
    case 'unit':
      return UNITS.some((unit) => unit === text) ? arg : bad(advise(text, UNITS, 'unit'));
    case 'zone':
      return isRegion(text) ? arg : bad('Write an IANA name such as Europe/Paris.');
    case 'path':
      return /^\$(?:\.[A-Za-z_]\w*|\[\d+\]|\."[^"\\]+")*$/.test(text) ? arg : bad('Write a path such as $.name[0].');
    case 'position':
      return /^-?\d{1,9}$/.test(text) ? arg : bad('Write a whole number.');
    case 'group':
      return /^\d{1,2}$/.test(text) ? arg : bad('Write the number of a group, or 0 for the whole match.');
    case 'positive':
      return /^[1-9]\d{0,8}$/.test(text) ? arg : bad('Write a whole number from 1.');
    case 'fraction':
      return Number(text) >= 0 && Number(text) <= 1 ? arg : bad('Write a number from 0 to 1, such as 0.9.');
    case 'digits':
      return /^-?\d{1,2}$/.test(text) ? arg : bad('Write a small whole number.');
    default: {
      const { mistake, tokens } = readDateFormat(text);
      if (mistake === null && tokens.length > 0) {
        const gap = name.startsWith('parse_') ? formatGap(text) : null;
        if (gap !== null) context.report('SBS3032', arg.span, { format: text, gap });
        return gap === null ? arg : null;
      }
      reportFormat(text, mistake ?? text, arg.span, context.report);
      return null;
    }
  }
}

function resultType(result: string, parameters: readonly ParameterSignature[], args: readonly Typed[]): ColumnType {
  if (result === '[string]') return { kind: 'list', element: STRING };
  if (result === '[T]') return { kind: 'list', element: resultType('T', parameters, args) };
  const known = scalarType(result);
  if (known) return known;
  if (result === 'number' && args.every((arg) => arg.type.kind === 'null')) return INTEGER;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    const parameter = parameterAt(parameters, index);
    const wanted = parameter?.type === result || (result === 'T' && parameter?.type === '[T]');
    if (!arg || !parameter || !wanted || arg.type.kind === 'null') continue;
    if (parameter.type !== '[T]') return arg.type;
    if (arg.type.kind === 'list') return arg.type.element;
  }
  return UNKNOWN;
}
