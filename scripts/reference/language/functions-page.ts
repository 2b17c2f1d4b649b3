import type { FunctionSpec } from '@switchboard/language';
import { describeParameterType } from '@switchboard/language/describe-type';
import { FUNCTION_FAMILIES } from '@switchboard/language/functions';
import type { ColumnType } from '@switchboard/model/schema';
import { code, page, table } from '../markdown.ts';
import { openSamples, SAMPLE_COLUMNS, SAMPLE_ROWS, type SampleDatabase } from './sample-database.ts';

const FAMILIES: readonly (readonly [title: string, lead: string, functions: readonly FunctionSpec[]])[] = [
  ['Texts', '', FUNCTION_FAMILIES.text],
  ['Numbers', '', FUNCTION_FAMILIES.number],
  [
    'Dates and times',
    '`today()` is the report date, and `now()` its last microsecond in UTC, so that `now()` lies in `today()` and a second run gives the same rows. Without a report date both are the time of the run.',
    FUNCTION_FAMILIES.time,
  ],
  [
    'Dates and times from their parts',
    'A datetime is UTC. `to_timezone` gives the wall-clock time of a place, `to_utc` leads back.',
    FUNCTION_FAMILIES.moment,
  ],
  ['Conversions', 'What cannot be converted becomes null.', FUNCTION_FAMILIES.conversion],
  ['Nulls', '', FUNCTION_FAMILIES.null],
  ['Json and lists', '', FUNCTION_FAMILIES.nested],
  ['Lists', 'Positions count from 0, and negative ones from the end.', FUNCTION_FAMILIES.list],
  [
    'Aggregates',
    'They fold the rows of a group into one value. The other items of the select identify the groups.',
    FUNCTION_FAMILIES.aggregate,
  ],
  [
    'Windows',
    'They read neighbouring rows, and need `over (…)`. The results stand for the rows in order.',
    FUNCTION_FAMILIES.window,
  ],
];

/** Types of parameters that are no types of the language. */
const KINDS = [
  'number',
  'moment',
  'clock',
  'scalar',
  'any',
  'T',
  'regex',
  'format',
  'unit',
  'zone',
  'path',
  'digits',
  'group',
  'position',
  'positive',
  'fraction',
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

/** Computes the result of the example: one value, or those of all rows where it makes or orders rows. */
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
