import type { FunctionSpec } from '@switchboard/language';
import type { ColumnType } from '@switchboard/model';
import { describeParameterType } from '../../../packages/language/src/editor/describe/describe-type.ts';
import { AGGREGATE_FUNCTIONS } from '../../../packages/language/src/functions/aggregate.ts';
import { CONVERSION_FUNCTIONS } from '../../../packages/language/src/functions/conversion.ts';
import { NESTED_FUNCTIONS } from '../../../packages/language/src/functions/nested.ts';
import { NULL_FUNCTIONS } from '../../../packages/language/src/functions/null.ts';
import { NUMBER_FUNCTIONS } from '../../../packages/language/src/functions/number.ts';
import { TEXT_FUNCTIONS } from '../../../packages/language/src/functions/text.ts';
import { TIME_FUNCTIONS } from '../../../packages/language/src/functions/time.ts';
import { WINDOW_FUNCTIONS } from '../../../packages/language/src/functions/window.ts';
import { code, page, table } from '../markdown.ts';
import { openSamples, SAMPLE_COLUMNS, SAMPLE_ROWS, type SampleDatabase } from './sample-database.ts';

const FAMILIES: readonly (readonly [title: string, lead: string, functions: readonly FunctionSpec[]])[] = [
  ['Texts', '', TEXT_FUNCTIONS],
  ['Numbers', '', NUMBER_FUNCTIONS],
  [
    'Dates and times',
    '`today()` and `now()` are the same for a whole flow, so that a second run gives the same rows.',
    TIME_FUNCTIONS,
  ],
  ['Conversions', 'What cannot be converted becomes null.', CONVERSION_FUNCTIONS],
  ['Nulls', '', NULL_FUNCTIONS],
  ['Json and lists', '', NESTED_FUNCTIONS],
  [
    'Aggregates',
    'They fold the rows of a group into one value. The other items of the select tell the groups apart.',
    AGGREGATE_FUNCTIONS,
  ],
  [
    'Windows',
    'They look at neighbouring rows, and need `over (…)`. The results stand for the rows in order.',
    WINDOW_FUNCTIONS,
  ],
];

/** Types of parameters that are no types of the language. */
const KINDS = [
  'number',
  'moment',
  'scalar',
  'any',
  'T',
  'regex',
  'format',
  'unit',
  'zone',
  'path',
  'digits',
  'constant',
] as const;

/** Every function, by family, with what its example gives. */
export async function functionsPage(): Promise<string> {
  const samples = await openSamples();
  const sections: string[] = [];
  for (const [title, lead, functions] of FAMILIES) {
    const rows: string[][] = [];
    for (const spec of functions) {
      const result = await resultOf(spec, samples);
      rows.push([code(`${spec.name}${spec.signature}`), spec.doc, code(spec.example), result]);
    }
    sections.push(
      `## ${title}`,
      ...(lead === '' ? [] : [lead]),
      table(['Function', 'Meaning', 'Example', 'Gives'], rows),
    );
  }
  return page(
    'Functions',
    'Arguments with a question mark may be left out; three dots stand for any number of them. Unless something else is said, a function of null is null.',
    'The examples read the table `ads`, on 2026-11-20. Where an example gives another value for each row, it is that of the first.',
    table(
      SAMPLE_COLUMNS.map((name) => name),
      SAMPLE_ROWS.map((row) => [...row]),
    ),
    ...sections,
    '## What arguments may be',
    'Besides the [types](types.md) of the language:',
    table(
      ['Written', 'Means'],
      KINDS.map((name) => [code(name), describeParameterType(name) ?? '']),
    ),
  );
}

/** What the example gives: one value, or those of all rows where it makes or orders rows. */
async function resultOf({ example, kind }: FunctionSpec, samples: SampleDatabase): Promise<string> {
  const named = kind === 'window' || kind === 'rows';
  const { rows, columns } = await samples.select(named ? `site, ${example} as x` : `${example} as x`);
  const type = columns.find((column) => column.name === 'x')?.type;
  if (type === undefined) throw new Error(`${example} gives no column`);
  const ofFirst = rows.filter((row) => !named || row.site === rows[0]?.site);
  const shownRows =
    kind === 'window'
      ? rows.toSorted((a, b) => (String(a.site) < String(b.site) ? -1 : 1))
      : kind === 'rows'
        ? ofFirst
        : rows.slice(0, 1);
  return shownRows.map((row) => code(shownValue(row.x, type))).join(', ');
}

function shownValue(value: unknown, type: ColumnType): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'object') return JSON.stringify(value);
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  return type.kind === 'string' ? `'${text.replaceAll("'", "\\'")}'` : text;
}
