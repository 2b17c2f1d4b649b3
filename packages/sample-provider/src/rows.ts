import type { Dataset, DatasetColumn, DirtyKind, LenientKind, Values } from './dataset.ts';
import { findDataset } from './datasets.ts';
import { type Random, seededRandom } from './random.ts';

/** One generated record. `values` is always what a correct file would hold; the flaw says how it is written instead. */
export type GeneratedRow = {
  readonly values: Values;
  readonly flaw: { readonly kind: DirtyKind; readonly header: string } | null;
  readonly lenient: { readonly kind: LenientKind; readonly header: string } | null;
};

const LENIENT: readonly [LenientKind, ...LenientKind[]] = ['plus_sign', 'trailing_zero', 'spaces'];

/**
 * The rows of a dataset for an account and date, always the same. `date` is yyyy-MM-dd and is ignored by a dataset
 * without dates. Throws for an unknown dataset.
 */
export function generateRows(name: string, account: string, date: string): readonly GeneratedRow[] {
  const dataset = findDataset(name);
  if (dataset === undefined) throw new Error(`There is no dataset ${name}.`);
  const day = dataset.dated ? date : '';
  const random = seededRandom(JSON.stringify([dataset.name, account, day]));
  const count = random.integer(...dataset.rows);
  return Array.from({ length: count }, (_, index) => {
    const values = dataset.make({ date: day, account, random, index });
    const flaw = random.chance(dataset.dirtyShare) ? flawOf(dataset, random) : null;
    const lenient = flaw === null && random.chance(dataset.lenientShare) ? lenientOf(dataset, random) : null;
    return { values, flaw, lenient };
  });
}

function flawOf(dataset: Dataset, random: Random): GeneratedRow['flaw'] {
  const [first = 'wrong_type', ...others] = dataset.dirtyKinds;
  const kind = random.pick<DirtyKind>([first, ...others]);
  const fits = (column: DatasetColumn): boolean => {
    if (kind === 'bad_date') return column.type === 'date' || column.type === 'datetime';
    if (kind === 'missing_value') return column.notNull && column.type !== 'string';
    return column.type === 'integer' || column.type.startsWith('decimal');
  };
  const [header = '', ...headers] = dataset.columns.filter(fits).map((column) => column.header);
  return { kind, header: random.pick([header, ...headers]) };
}

function lenientOf(dataset: Dataset, random: Random): GeneratedRow['lenient'] {
  const kind = random.pick(LENIENT);
  const candidates = dataset.columns.filter((column) => {
    if (kind === 'spaces') return column.type === 'integer' || column.type.startsWith('decimal');
    return column.type === 'integer';
  });
  const [header, ...headers] = candidates.map((column) => column.header);
  return header === undefined ? null : { kind, header: random.pick([header, ...headers]) };
}
