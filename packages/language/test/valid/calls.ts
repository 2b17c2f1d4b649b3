import type { ColumnType } from '@switchboard/model/schema';
import { isCastable } from '../../src/check/types/casts.ts';
import type { FunctionSpec } from '../../src/functions/function-spec.ts';
import { type ParameterSignature, readSignature } from '../../src/functions/signature.ts';
import { UNITS } from '../../src/functions/time.ts';
import { FUNCTIONS } from '../../src/index.ts';
import { alternative, type Choices, often, pick, several } from './choices.ts';
import { deeper, type Place, varying } from './place.ts';
import { type Scalar, type Shape, scalar } from './shapes.ts';

const NUMBERS: readonly Scalar[] = ['integer', 'decimal', 'float'];
const MOMENTS: readonly Scalar[] = ['date', 'datetime'];
const SINGLE: readonly Scalar[] = ['string', 'integer', 'decimal', 'float', 'boolean', 'date', 'datetime', 'time'];

/** Functions whose result does not follow from their signature: the arguments for a requested result. */
const SPECIAL: Readonly<Record<string, (shape: Shape) => boolean>> = {
  sum: ({ kind }) => kind === 'integer' || kind === 'decimal' || kind === 'float',
  decimal: ({ kind }) => kind === 'decimal',
  date_add: ({ kind }) => kind === 'date' || kind === 'datetime',
  date_sub: ({ kind }) => kind === 'date' || kind === 'datetime',
  list_sum: ({ kind }) => kind === 'integer' || kind === 'decimal' || kind === 'float',
  date_trunc: ({ kind }) => kind === 'date' || kind === 'datetime',
};

/** Whether a function can give a value of a shape. */
function gives(spec: FunctionSpec, shape: Shape): boolean {
  const special = SPECIAL[spec.name];
  if (special) return special(shape);
  const { result } = readSignature(spec.signature);
  if (result === 'T') return spec.kind === 'aggregate' || spec.kind === 'window' || shape.kind !== 'record';
  if (result === '[T]') return shape.kind === 'list';
  if (result === 'number') return NUMBERS.some((kind) => kind === shape.kind);
  if (result === '[string]') return shape.kind === 'list' && shape.element.kind === 'string';
  return result === shape.kind;
}

const REGEXES = ["'^a'", "'([0-9]+)'", "'(a)|(b)'", "'\\\\s+'", '"[x-z]"'];
const FORMATS = ["'YYYY-MM-dd'", "'dd.MM.YY HH:mm:ss'", "'MMM d YYYY, h:mm a'", "'YYYYMMddTHHmmssZ'", "'MMMM yyy'"];
const ZONES = ["'UTC'", "'Europe/Paris'", "'America/Los_Angeles'", "'Asia/Kolkata'"];
const PATHS = ["'$'", "'$.a'", "'$.a.b[0]'", '\'$."a key"\''];

function constantOf(choices: Choices, parameter: ParameterSignature): string | null {
  switch (parameter.type) {
    case 'regex':
      return pick(choices, REGEXES);
    case 'format':
      return pick(choices, FORMATS.slice(0, 4));
    case 'unit':
      return `'${pick(choices, UNITS)}'`;
    case 'zone':
      return pick(choices, ZONES);
    case 'path':
      return pick(choices, PATHS);
    case 'digits':
      return pick(choices, ['0', '1', '2']);
    case 'group':
      return '0';
    case 'position':
      return pick(choices, ['0', '1', '-1', '3']);
    case 'positive':
      return pick(choices, ['1', '3', '2']);
    case 'fraction':
      return pick(choices, ['0', '0.5', '1', '0.25']);
    case 'constant':
      return pick(choices, ["', '", "''", '" | "']);
    default:
      return null;
  }
}

function typeOf(kind: Scalar): ColumnType {
  return kind === 'decimal' ? { kind, precision: 18, scale: 6 } : { kind };
}

/** The argument of a parameter, for a call that is to give `shape`. */
function argument(
  place: Place,
  spec: FunctionSpec,
  parameter: ParameterSignature,
  shape: Shape,
  family: Shape,
): string {
  const { choices } = place;
  const fixed = constantOf(choices, parameter);
  if (fixed !== null) return fixed;
  const of = (kind: Scalar): string => {
    choices.note(`argument: ${spec.name}(${parameter.name}: ${kind})`);
    return place.make(deeper(place), scalar(kind));
  };
  // Lengths and offsets that come from data may ask for more memory than there is.
  if (
    parameter.name === 'length' ||
    parameter.name === 'offset' ||
    parameter.name === 'amount' ||
    parameter.name === 'count'
  )
    return pick(choices, ['1', '3', '2']);
  switch (parameter.type) {
    case 'number':
      return of(
        NUMBERS.some((kind) => kind === shape.kind) &&
          !['sign', 'avg', 'median', 'percentile', 'approx_percentile'].includes(spec.name)
          ? (shape.kind as Scalar)
          : pick(choices, NUMBERS),
      );
    case 'float':
      return of(pick(choices, NUMBERS));
    case 'clock':
      return of(pick(choices, ['datetime', 'time', 'date']));
    case '[string]':
      return place.make(deeper(place), { kind: 'list', element: scalar('string') });
    case '[number]':
      return place.make(deeper(place), {
        kind: 'list',
        element:
          NUMBERS.some((kind) => kind === shape.kind) && spec.name === 'list_sum'
            ? shape
            : scalar(pick(choices, NUMBERS)),
      });
    case '[[T]]':
      return place.make(deeper(place), { kind: 'list', element: { kind: 'list', element: family } });
    case 'moment':
      return of(
        shape.kind === 'date' && spec.name !== 'last_day'
          ? 'date'
          : shape.kind === 'datetime'
            ? 'datetime'
            : pick(choices, MOMENTS),
      );
    case 'datetime':
      return of(pick(choices, MOMENTS));
    case 'scalar':
    case 'any': {
      const result = typeOf(shape.kind as Scalar);
      return of(pick(choices, spec.converts ? SINGLE.filter((kind) => isCastable(typeOf(kind), result)) : SINGLE));
    }
    case 'T':
      return place.make(deeper(place), family);
    case '[T]':
      return place.make(deeper(place), { kind: 'list', element: family });
    default:
      return of(parameter.type as Scalar);
  }
}

const DIRECTIONS = ['', ' desc', ' nulls first', ' asc nulls last'];
const BOUNDS = [
  'unbounded preceding',
  '3 preceding',
  '0 preceding',
  'current row',
  '1 following',
  'unbounded following',
];

/** A frame with its order: `range` measures distances of integers, floats and dates only. */
function frameOf(place: Place): string {
  const { choices } = place;
  const first = choices.whole(BOUNDS.length - 1);
  const last = first + choices.whole(BOUNDS.length - first);
  const bounds = [BOUNDS[first], last === 0 ? 'current row' : BOUNDS[last]];
  const unit = alternative(choices, 'frame', { rows: SINGLE, range: ['integer', 'float', 'date'] as const });
  const key = varying(place, scalar(pick(choices, unit)));
  return `order by ${key}${pick(choices, DIRECTIONS)} ${unit === SINGLE ? 'rows' : 'range'} between ${bounds.join(' and ')}`;
}

function orderOf(place: Place): string {
  return `order by ${varying(place, scalar(pick(place.choices, SINGLE)))}${pick(place.choices, DIRECTIONS)}`;
}

function windowOf(place: Place, spec: FunctionSpec): string {
  const { choices } = place;
  const rows: Place = { ...place, mode: 'row', depth: 1 };
  const partition = often(choices, 50)
    ? `partition by ${several(1 + choices.whole(2), () => rows.make(rows, scalar(pick(choices, SINGLE)))).join(', ')}`
    : '';
  const framed = (spec.kind === 'aggregate' || spec.framed === true) && often(choices, 40);
  const ordered = spec.kind === 'window' || often(choices, 50);
  const order = framed ? frameOf(rows) : ordered ? orderOf(rows) : '';
  return ` over (${[partition, order].filter((part) => part !== '').join(' ')})`;
}

/** The modifiers of a call: those between its brackets, and those behind them. */
function modifiersOf(place: Place, spec: FunctionSpec, windowed: boolean): [string, string] {
  const { choices } = place;
  const rows: Place = { ...place, mode: 'row', depth: 1 };
  const inside: string[] = [];
  if (spec.ordered && often(choices, 40)) {
    choices.note('call: order by');
    inside.push(` ${orderOf(rows)}`);
  }
  if (spec.ignoresNulls && windowed && often(choices, 40)) {
    choices.note('call: ignore nulls');
    inside.push(' ignore nulls');
  }
  const filters = spec.kind === 'aggregate' && !(windowed && spec.ignoresNulls);
  if (!filters || !often(choices, 20)) return [inside.join(''), ''];
  choices.note('call: filter');
  return [inside.join(''), ` filter (where ${rows.make(rows, scalar('boolean'))})`];
}

/** Returns true if functions of this kind may stand at a place. */
function allowed(place: Place, spec: FunctionSpec): boolean {
  if (spec.kind === 'scalar') return true;
  if (spec.kind === 'aggregate') return place.mode !== 'row';
  return spec.kind === 'window' && place.mode === 'window';
}

/** A call that gives a value of a shape; null when no function does. `kind` asks for one kind of function. */
export function callOf(place: Place, shape: Shape, kind?: FunctionSpec['kind']): string | null {
  const { choices } = place;
  const fitting = FUNCTIONS.filter(
    (spec) => gives(spec, shape) && allowed(place, spec) && (kind === undefined || spec.kind === kind),
  );
  if (fitting.length === 0) return null;
  const spec = pick(choices, fitting);
  const { parameters, result } = readSignature(spec.signature);
  // The type that all T share: the result's, unless the result is none of them.
  const family =
    result === 'T' ? shape : result === '[T]' && shape.kind === 'list' ? shape.element : scalar(pick(choices, SINGLE));
  const inner: Place = spec.kind === 'scalar' ? place : { ...place, mode: 'row' };
  const args: string[] = [];
  for (const parameter of parameters) {
    if (parameter.rest) args.push(...several(choices.whole(3), () => argument(inner, spec, parameter, shape, family)));
    else if (!parameter.optional || often(choices, 50))
      args.push(dateUnit(choices, spec, parameter, shape) ?? argument(inner, spec, parameter, shape, family));
    else break;
  }
  if (spec.name === 'decimal' && args.length === 2) args.push('1');
  choices.note(`function: ${spec.name}`);
  const windowed = place.mode === 'window' && spec.kind !== 'scalar';
  if (windowed) choices.note(spec.kind === 'window' ? `window: ${spec.name}` : `window: aggregate`);
  const [inside, behind] = modifiersOf(place, spec, windowed);
  return `${spec.name}(${args.join(', ')}${inside})${behind}${windowed ? windowOf(place, spec) : ''}`;
}

/** A date stays a date only when whole days are added; digits of a decimal have to fit each other. */
function dateUnit(choices: Choices, spec: FunctionSpec, parameter: ParameterSignature, shape: Shape): string | null {
  if (spec.name === 'decimal' && parameter.name === 'precision') return pick(choices, ['18', '38', '7']);
  if (spec.name === 'decimal' && parameter.name === 'scale') return pick(choices, ['2', '0', '6']);
  if (spec.name === 'regex_extract' && parameter.type === 'digits') return '0';
  const shifts = spec.name === 'date_add' || spec.name === 'date_sub';
  return shifts && parameter.type === 'unit' && shape.kind === 'date' ? `'${pick(choices, UNITS.slice(0, 5))}'` : null;
}
