import { FUNCTIONS } from '../../src/index.ts';
import { JOINS } from './queries.ts';
import { SCALARS } from './shapes.ts';

const NUMBERS = ['integer', 'decimal', 'float'];
const COMPARED = [['string'], NUMBERS, ['boolean'], ['date', 'datetime'], ['time']];

const pairs = (kinds: readonly string[], operator: string): string[] =>
  kinds.flatMap((left) => kinds.map((right) => `pair: ${left} ${operator} ${right}`));

/** Everything that a long run of generated scripts has to hold, by the names under which the generator notes it. */
export const EXPECTED: readonly string[] = [
  ...FUNCTIONS.map(({ name }) => `function: ${name}`),
  ...FUNCTIONS.filter(({ kind }) => kind === 'window').map(({ name }) => `window: ${name}`),
  'window: aggregate',
  'record',
  ...['rows', 'range'].map((unit) => `frame: ${unit}`),
  ...['order by', 'ignore nulls', 'filter'].map((modifier) => `call: ${modifier}`),
  ...[
    '==',
    '=',
    '!=',
    '<>',
    '<',
    '<=',
    '>',
    '>=',
    '/',
    '+',
    '-',
    '*',
    '%',
    '||',
    '? :',
    'negative',
    'cast',
    'try_cast',
  ].map((operator) => `operator: ${operator}`),
  ...['comparison', 'and', 'or', 'not', 'in', 'between', 'like', 'ilike', 'matches', 'is null', '== null'].map(
    (operator) => `operator: ${operator}`,
  ),
  ...COMPARED.flatMap((kinds) => ['compared with', 'in', 'between'].flatMap((operator) => pairs(kinds, operator))),
  ...pairs(NUMBERS, '/'),
  ...pairs(SCALARS, '||'),
  ...['+', '-', '*', '%'].flatMap((operator) => pairs(NUMBERS, operator)),
  ...[...SCALARS, 'list', 'record'].map((kind) => `type: ${kind}`),
  ...['string', 'integer', 'decimal', 'float', 'boolean', 'date', 'datetime'].map((kind) => `constant: ${kind}`),
  ...['field', 'element', 'json'].map((part) => `part: ${part}`),
  ...['open', 'renamed header', 'not null'].map((what) => `source: ${what}`),
  ...JOINS.map((kind) => `join: ${kind}`),
  ...['using', 'on', 'asof join', 'asof left join'].map((what) => `join: ${what}`),
  'source: query',
  'source: dates',
  'constant: declared',
  ...['exists', 'in', 'value'].map((what) => `query: ${what}`),
  ...['condition', 'not null', 'unique', 'reference', 'row count'].map((what) => `assert: ${what}`),
  ...['*', 't.*', 'except', 'replace', 'columns(…)'].map((what) => `item: ${what}`),
  ...['plain', 'inside', 'aggregate', 'own names', 'named by groups', 'named by columns'].map(
    (what) => `columns: ${what}`,
  ),
  ...['where', 'having', 'qualify', 'order by', 'limit'].map((what) => `clause: ${what}`),
  ...['grouped by keys', 'one group', 'distinct'].map((what) => `select: ${what}`),
  ...[
    'select',
    'union',
    'unpivot by pattern',
    'unpivot by name',
    'upsert',
    'upsert with delete',
    'snapshot',
    'when empty',
    'with',
    'except',
    'intersect',
    'brackets',
    'pivot',
  ].map((what) => `table: ${what}`),
];

/** The parts of the grammar that never occurred. */
export function missing(counts: Readonly<Record<string, number>>): string[] {
  return EXPECTED.filter((what) => (counts[what] ?? 0) === 0);
}
