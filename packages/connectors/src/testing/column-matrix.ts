import type { ColumnType } from '@switchboard/model/schema';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { expect, it } from 'vitest';
import { alteredValue } from '../column-types/altered-value.ts';
import { keepsValue } from '../column-types/kept-value.ts';
import type { ColumnTypes } from '../column-types/stored-type.ts';
import { DECLARED, type Declared } from './declared-types.ts';

/** How a column took the values: all as they are, some changed, or as they are but for those that it refuses. */
export type Verdict =
  | { readonly kind: 'kept' }
  | { readonly kind: 'refused'; readonly value: string }
  | { readonly kind: 'changed'; readonly value: string; readonly held: string | null };

/** Puts a value of a type into a column, and gives what that then holds, as a text. Throws where it is refused. */
export type Store = (value: string, type: ColumnType) => Promise<string | null>;

/** Tries each value. `store` gives what the column then holds, as a text; it throws where the server refuses the value. */
export async function judgeColumn(declared: Declared, store: Store): Promise<Verdict> {
  let refused: string | null = null;
  for (const value of declared.values) {
    let held: string | null;
    try {
      held = await store(value, declared.type);
    } catch {
      refused ??= value;
      continue;
    }
    if (held === null || !isSame(declared.type, value, held)) return { kind: 'changed', value, held };
  }
  return refused === null ? { kind: 'kept' } : { kind: 'refused', value: refused };
}

/** Whether a column holds a value of a type, however it spells it. */
export function isSame(type: ColumnType, sent: string, held: string): boolean {
  switch (type.kind) {
    case 'integer':
    case 'decimal':
      return digitsOf(held) === digitsOf(sent);
    case 'float':
      return /^[-+]?[\d.]/.test(held) && Number(held) === Number(sent);
    case 'boolean':
      return (sent === 'true' ? ['true', '1', '\u0001'] : ['false', '0', '\u0000']).includes(
        digitsOf(held.toLowerCase()),
      );
    case 'date':
    case 'datetime':
      return momentOf(held) === momentOf(sent);
    case 'time':
      return /^\d/.test(held) && momentOf(held) === momentOf(sent);
    case 'json':
    case 'record':
    case 'list':
      return isSameJson(sent, held);
    default:
      // Types of a fixed length end texts with blanks, which they do not count.
      return held.trimEnd() === sent || isSameJson(sent, held);
  }
}

/** A number with neither a plus, nor an exponent, nor zeros at its ends; the text itself where it is not a number. */
function digitsOf(text: string): string {
  const [, sign = '', whole = '', part = '', exponent = '0'] =
    /^([-+]?)(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  if (whole === '' && part === '') return text;
  const point = whole.length + Number(exponent);
  const digits = whole + part;
  const padded = point < 0 ? '0'.repeat(-point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 0);
  const left = padded.slice(0, at).replace(/^0+/, '') || '0';
  const right = padded.slice(at).replace(/0+$/, '');
  const number = right === '' ? left : `${left}.${right}`;
  return sign === '-' && number !== '0' ? `-${number}` : number;
}

/** A date or time without what says nothing: midnight, zeros after the point, and UTC. */
const momentOf = (text: string): string =>
  text
    .trim()
    .replace('T', ' ')
    .replace(/ ?(?:Z|UTC|[+-]00(?::?00)?)$/, '')
    .replace(/(:\d\d)\.0+$/, '$1')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/ 00:00:00$/, '');

function isSameJson(sent: string, held: string): boolean {
  try {
    return JSON.stringify(sortKeys(JSON.parse(held))) === JSON.stringify(sortKeys(JSON.parse(sent)));
  } catch {
    return false;
  }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sortKeys(inner)]),
  );
}

const SHARES = 5;
/** A server that is asked for every cell, to record its answers, may be slow to start. */
const LIMIT_MS = process.env['TEST_MATRIX'] === 'whole' ? 3_600_000 : 240_000;

export type MatrixServer = {
  /**
   * Prepares a column of a type as a script of the database writes it.
   * @returns the type as the server spells it, and `store` of `judgeColumn`
   */
  column(type: string): Promise<{ readonly spelled: string; readonly store: Store }>;
};

/** The verdicts of a server that `npm test` does not start, by column type, in the order of `DECLARED`. */
export type Recorded = Readonly<
  Record<string, { readonly spelled: string; readonly verdicts: readonly Verdict['kind'][] }>
>;

/** Tries every declared type in a column of each of these types. */
export async function recordVerdicts(columnTypes: readonly string[], server: MatrixServer): Promise<Recorded> {
  const recorded: [string, Recorded[string]][] = [];
  for (const columnType of columnTypes) {
    const { spelled, store } = await server.column(columnType);
    const verdicts: Verdict['kind'][] = [];
    for (const declared of DECLARED) verdicts.push((await judgeColumn(declared, store)).kind);
    recorded.push([columnType, { spelled, verdicts }]);
  }
  return Object.fromEntries(recorded);
}

/**
 * Compares the decision about each cell of declared type x column type with what the server stores: where it changes a value, an
 * upload of these values is refused; where it keeps all of them, it is not. Prints the table.
 * @param verdictsOf those of the server for these column types
 */
export function testColumnMatrix(
  database: string,
  types: ColumnTypes,
  columnTypes: readonly string[],
  verdictsOf: (tried: readonly string[]) => Promise<Recorded>,
): void {
  it(`refuses what ${database} would change silently, and nothing that it keeps, in each cell of its column types`, {
    timeout: LIMIT_MS,
    tags: 'proof:destination-column-types',
  }, async () => {
    const tried = sampleCells(columnTypes, SHARES);
    const recorded = await verdictsOf(tried);
    const wrong: string[] = [];
    const rows = tried.map((columnType) => {
      const { spelled = '', verdicts = [] } = recorded[columnType] ?? {};
      expect(verdicts).toHaveLength(DECLARED.length);
      const stored = types.read(spelled.toLowerCase());
      const cells = DECLARED.map(({ label, type, values }, index) => {
        const verdict = verdicts[index];
        const refusal = alteredValue(type, stored, types);
        // Of a type that a column does not always keep, rows are loaded whose values it does.
        const isLoaded = refusal === null || values.every((value) => keepsValue(type, stored, value));
        const isRight = verdict === 'changed' ? !isLoaded : verdict === 'refused' || isLoaded;
        if (!isRight) wrong.push(`${label} in ${columnType} (${spelled}): ${verdict}, refused: ${refusal}`);
        return refusal !== null ? 'refused' : verdict === 'kept' ? 'kept' : 'server';
      });
      return `| ${columnType} | ${cells.join(' | ')} |`;
    });
    const all = columnTypes.length * DECLARED.length;
    const title = `${tried.length * DECLARED.length} of ${all} cells of ${database}. kept: every value; refused: before loading; server: it refuses what it cannot keep`;
    const head = `| ${database} | ${DECLARED.map(({ label }) => label).join(' | ')} |`;
    process.stdout.write(`${[title, head, ...rows].join('\n')}\n`);
    expect(all).toBeGreaterThanOrEqual(200);
    expect(wrong).toEqual([]);
  });
}
