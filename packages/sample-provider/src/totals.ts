import { findDataset } from './datasets.ts';
import { generateRows } from './rows.ts';

/** The totals that a correct pipeline finds in one report. */
export type Totals = {
  readonly dataset: string;
  readonly account: string;
  /** yyyy-MM-dd; null for a dataset without dates. */
  readonly date: string | null;
  /** Records generated = good + dirty. */
  readonly rows: number;
  readonly dirty: number;
  readonly good: number;
  /** Good rows that a strict reader refuses, in CSV. */
  readonly lenient: number;
  /** Sums over good rows by header, exact, as decimal texts. */
  readonly sums: Readonly<Record<string, string>>;
  /** Distinct keys among good rows. */
  readonly keys: number;
};

/** The totals of what `generateRows` gives. Throws for an unknown dataset. */
export function totals(name: string, account: string, date: string): Totals {
  const dataset = findDataset(name);
  if (dataset === undefined) throw new Error(`There is no dataset ${name}.`);
  const rows = generateRows(name, account, date);
  const good = rows.filter((row) => row.flaw === null);
  const sums = dataset.columns.flatMap(({ header, type }): [string, string][] => {
    const scale = type === 'integer' ? 0 : type.startsWith('decimal') ? Number(/, (\d+)\)/.exec(type)?.[1]) : null;
    return scale === null
      ? []
      : [
          [
            header,
            exactSum(
              good.map((row) => row.values[header] ?? '0'),
              scale,
            ),
          ],
        ];
  });
  const keys = new Set(good.map((row) => JSON.stringify(dataset.keys.map((key) => row.values[key]))));
  return {
    dataset: name,
    account,
    date: dataset.dated ? date : null,
    rows: rows.length,
    dirty: rows.length - good.length,
    good: good.length,
    lenient: good.filter((row) => row.lenient !== null).length,
    sums: Object.fromEntries(sums),
    keys: keys.size,
  };
}

/** The sum of non-negative decimal texts that all have `scale` digits after the point. */
function exactSum(values: readonly string[], scale: number): string {
  const units = values.reduce((sum, value) => sum + BigInt(value.replace('.', '')), 0n);
  if (scale === 0) return String(units);
  const digits = String(units).padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
