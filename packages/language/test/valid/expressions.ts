import { callOf } from './calls.ts';
import { alternative, often, pick, several } from './choices.ts';
import { declaredConstant } from './declared-constants.ts';
import { deeper, type Place } from './place.ts';
import { type Scalar, type Shape, sameShape, scalar } from './shapes.ts';

const TEXTS = [
  "'a'",
  "''",
  "'it\\'s'",
  "'12'",
  'literal "c1"',
  '"no such column"',
  "'%a_b%'",
  "'é\\n'",
  "'2026-01-31'",
];

const CONSTANTS: Readonly<Record<Exclude<Scalar, 'time' | 'json'>, readonly string[]>> = {
  string: TEXTS,
  integer: ['1', '0', '-3', '42', '9223372036854775807'],
  decimal: ['1.5', '0.001', '-2.50', '123456789.12'],
  float: ['1e3', '1.5e-2', '0e0'],
  boolean: ['true', 'false'],
  date: ["date('2026-01-31')", 'today()'],
  datetime: ["datetime('2026-01-31 10:00:00')", 'now()'],
};

function constant({ choices }: Place, kind: Scalar): string {
  if (often(choices, 12)) return declaredConstant(choices, kind);
  if (kind === 'json') return `json('{"a": [1, {"b": null}]}')`;
  if (kind === 'time') return "try_cast('10:20:30' as time)";
  choices.note(`constant: ${kind}`);
  // The largest integer is rare: what is added to it overflows.
  const all = CONSTANTS[kind];
  return kind === 'integer' && !often(choices, 3) ? pick(choices, all.slice(0, -1)) : pick(choices, all);
}

/** Whether a value of a shape can be written without any column. */
function literal(shape: Shape): boolean {
  if (shape.kind === 'record') return shape.fields.every((field) => literal(field.shape));
  return shape.kind !== 'list' || literal(shape.element);
}

/** A column, or a part of one, or a constant. */
function leaf(place: Place, shape: Shape): string {
  const { choices, mode } = place;
  const fitting = place.columns.filter((column) => sameShape(column.shape, shape));
  if (mode !== 'group' && fitting.length > 0 && !often(choices, 25)) return pick(choices, fitting).text;
  if (mode !== 'group' && often(choices, 30)) {
    const part = partOf(place, shape);
    if (part !== null) return part;
  }
  if (shape.kind === 'list' && literal(shape))
    return `[${several(1 + choices.whole(2), () => leaf({ ...place, mode: 'group' }, shape.element)).join(', ')}]`;
  if (shape.kind === 'record' && literal(shape)) {
    choices.note('record');
    const fields = shape.fields.map(({ name, shape: field }) => {
      const written = /^[a-z]\w*$/.test(name) ? name : `"${name}"`;
      return `${leaf({ ...place, mode: mode === 'group' ? mode : 'row' }, field)} as ${written}`;
    });
    return `record(${fields.join(', ')})`;
  }
  if (shape.kind === 'list' || shape.kind === 'record') {
    const { text } = pick(choices, fitting);
    return mode === 'group' ? `any_value(${text})` : text;
  }
  return constant(place, shape.kind);
}

/** A field of a record, an element of a list, or what stands at some place of a JSON value. */
function partOf(place: Place, shape: Shape): string | null {
  const { choices } = place;
  const records = place.columns.flatMap(({ text, shape: whole }) =>
    whole.kind === 'record'
      ? whole.fields.flatMap(({ name, shape: field }) => (sameShape(field, shape) ? [{ text, name }] : []))
      : [],
  );
  const lists = place.columns.filter(({ shape: whole }) => whole.kind === 'list' && sameShape(whole.element, shape));
  const jsons = shape.kind === 'json' ? place.columns.filter((column) => column.shape.kind === 'json') : [];
  if (records.length > 0 && often(choices, 60)) {
    const { text, name } = pick(choices, records);
    choices.note('part: field');
    if (often(choices, 30)) return `${text}['${name}']`;
    return /^[a-z]\w*$/.test(name) ? `${text}.${name}` : `${text}."${name}"`;
  }
  if (lists.length > 0) {
    choices.note('part: element');
    const at = often(choices, 70)
      ? pick(choices, ['0', '-1', '7'])
      : expression({ ...deeper(place), mode: 'row' }, scalar('integer'));
    return `${pick(choices, lists).text}[${at}]`;
  }
  if (jsons.length === 0) return null;
  choices.note('part: json');
  return `${pick(choices, jsons).text}${pick(choices, ['.a', '.a.b[0]', "['k']", '[0]', '."a key"', '[-1]'])}`;
}

const NUMBERS = ['integer', 'decimal', 'float'] as const;
const COMPARABLE: readonly (readonly Scalar[])[] = [['string'], NUMBERS, ['boolean'], ['date', 'datetime'], ['time']];

/** Two values that can be compared, of types that differ now and then, noted as a pair. */
function comparable(place: Place, count: number, operator: string): string[] {
  const family = pick(place.choices, COMPARABLE);
  const kinds = several(count, () => pick(place.choices, family));
  place.choices.note(`pair: ${kinds[0]} ${operator} ${kinds[1] ?? kinds[0]}`);
  return kinds.map((kind) => expression(deeper(place), scalar(kind)));
}

function comparison(place: Place): string {
  const { choices } = place;
  const operator = pick(choices, ['==', '=', '!=', '<>', '<', '<=', '>', '>=']);
  choices.note(`operator: ${operator}`);
  const [left = '', right = ''] = comparable(place, 2, 'compared with');
  return `(${left} ${operator} ${right})`;
}

function truth(place: Place): string {
  const of = (kind: Scalar): string => expression(deeper(place), scalar(kind));
  const { choices } = place;
  const not = often(choices, 30) ? 'not ' : '';
  return alternative<() => string>(choices, 'operator', {
    comparison: () => comparison(place),
    and: () => `(${of('boolean')} and ${of('boolean')})`,
    or: () => `(${of('boolean')} or ${of('boolean')})`,
    not: () => `(not ${of('boolean')})`,
    in: () => {
      const [first = '', ...rest] = comparable(place, 2 + choices.whole(3), 'in');
      return often(choices, 50)
        ? `(${first} ${not}in (${rest.join(', ')}))`
        : `(${first} ${not}in [${rest.join(', ')}])`;
    },
    between: () => {
      const [value = '', low = '', high = ''] = comparable(place, 3, 'between');
      return `(${value} ${not}between ${low} and ${high})`;
    },
    like: () => `(${of('string')} ${not}like ${of('string')})`,
    ilike: () => `(${of('string')} ${not}ilike ${of('string')})`,
    matches: () => `(${of('string')} ~ ${pick(choices, ["'^a'", "'[0-9]+'", '"\\\\d{2}"', "'(?i)x|y'"])})`,
    'is null': () => `(${of(pick(choices, ['string', 'integer', 'json', 'date']))} is ${not}null)`,
    '== null': () => `(${of(pick(choices, ['string', 'float', 'datetime']))} ${pick(choices, ['==', '!='])} null)`,
  })();
}

function arithmetic(place: Place, kind: Scalar): string {
  const { choices } = place;
  if (kind === 'float' && often(choices, 40)) {
    choices.note('operator: /');
    const sides = several(2, () => pick(choices, NUMBERS));
    choices.note(`pair: ${sides[0]} / ${sides[1]}`);
    return `(${sides.map((side) => expression(deeper(place), scalar(side))).join(' / ')})`;
  }
  if (often(choices, 12)) {
    choices.note('operator: negative');
    return `(- ${expression(deeper(place), scalar(kind))})`;
  }
  const operator = pick(choices, ['+', '-', '*', '%']);
  choices.note(`operator: ${operator}`);
  // What a decimal and an integer give is a decimal, and with a float anything is a float.
  const other =
    kind === 'integer' ? 'integer' : pick(choices, kind === 'decimal' ? (['decimal', 'integer'] as const) : NUMBERS);
  const pair: [Scalar, Scalar] = often(choices, 50) ? [kind, other] : [other, kind];
  choices.note(`pair: ${pair[0]} ${operator} ${pair[1]}`);
  const sides = pair.map((each) => {
    const side = expression(deeper(place), scalar(each));
    return operator === '*' && each === 'decimal' ? fewPlaces(side) : side;
  });
  return `(${sides.join(` ${operator} `)})`;
}

/** A product has the decimal places of both sides, and one with more than 38 is refused. */
function fewPlaces(side: string): string {
  return /^-?\d+\.\d+$/.test(side) ? side : `decimal(${side}, 18, 6)`;
}

const CASTS: Readonly<Record<Scalar, readonly Scalar[]>> = {
  string: ['integer', 'decimal', 'float', 'boolean', 'date', 'datetime', 'time', 'json'],
  integer: ['float', 'decimal', 'boolean', 'string'],
  decimal: ['integer', 'float', 'string'],
  float: ['integer', 'decimal', 'string'],
  boolean: ['integer', 'string'],
  date: ['datetime', 'string'],
  datetime: ['date', 'string'],
  time: ['datetime', 'string'],
  json: ['string'],
};

function castTo(place: Place, kind: Scalar): string {
  const { choices } = place;
  const from = pick(choices, CASTS[kind]);
  // Texts that are no such value, and numbers that are not a boolean, would end the run; with try_cast they are null.
  const mayFail = from === 'string' || (kind === 'boolean' && from !== 'boolean');
  const lenient = mayFail || often(choices, 40);
  choices.note(`cast: ${from} to ${kind}`);
  choices.note(`operator: ${lenient ? 'try_cast' : 'cast'}`);
  const type = kind === 'decimal' ? pick(choices, ['decimal(38, 9)', 'decimal', 'decimal(20, 4)']) : kind;
  return `${lenient ? 'try_cast' : 'cast'}(${expression(deeper(place), scalar(from))} as ${type})`;
}

function condition(place: Place, shape: Shape): string {
  place.choices.note('operator: ? :');
  const value = expression(deeper(place), shape);
  const other = often(place.choices, 15) ? 'null' : expression(deeper(place), shape);
  return `(${expression(deeper(place), scalar('boolean'))} ? ${value} : ${other})`;
}

function joined(place: Place): string {
  const { choices } = place;
  choices.note('operator: ||');
  const sides = several(2, () =>
    pick(choices, ['string', 'integer', 'decimal', 'float', 'boolean', 'date', 'datetime', 'time', 'json'] as const),
  );
  choices.note(`pair: ${sides[0]} || ${sides[1]}`);
  return `(${sides.map((side) => expression(deeper(place), scalar(side))).join(' || ')})`;
}

/** An expression of some shape that the checker has to accept at this place. */
export function expression(place: Place, shape: Shape): string {
  const { choices, depth } = place;
  if (depth <= 0 || often(choices, 20))
    return place.mode === 'group' && often(choices, 50)
      ? (callOf(place, shape, 'aggregate') ?? leaf(place, shape))
      : leaf(place, shape);
  const called = often(choices, 45) ? callOf(place, shape) : null;
  if (called !== null) return called;
  if (often(choices, 12)) return condition(place, shape);
  if (shape.kind === 'list' || shape.kind === 'record') return leaf(place, shape);
  if (often(choices, 12)) return castTo(place, shape.kind);
  switch (shape.kind) {
    case 'boolean':
      return truth(place);
    case 'integer':
    case 'decimal':
    case 'float':
      return arithmetic(place, shape.kind);
    case 'string':
      return joined(place);
    default:
      return leaf(place, shape);
  }
}
