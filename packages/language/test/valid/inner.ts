import { alternative, often, pick } from './choices.ts';
import { type MadeTable, written } from './made-table.ts';
import type { Named, Place } from './place.ts';
import { type Shape, scalar } from './shapes.ts';

type Inner = { readonly place: Place; readonly from: string; readonly own: readonly Named[] };

/** A table inside an expression, with its columns and those of the query around it. */
function innerTable(around: Place, tables: readonly MadeTable[], level: number): Inner {
  const { choices, make } = around;
  const table = pick(choices, tables);
  const alias = `e${level}`;
  const own = table.columns.map(({ name, shape }): Named => ({ text: `${alias}.${written(name)}`, shape }));
  const names = new Set(table.columns.map(({ name }) => written(name).toLowerCase()));
  const outer = around.columns.filter(
    ({ text }) => text.includes('.') || (!table.open && !names.has(text.toLowerCase())),
  );
  return {
    place: { choices, make, columns: [...own, ...outer], mode: 'row', depth: 2 },
    from: `${written(table.name)} as ${alias}`,
    own,
  };
}

function whereOf({ place }: Inner, tables: readonly MadeTable[], level: number): string {
  const { choices } = place;
  if (often(choices, 30)) return '';
  const deeper = level < 2 && often(choices, 25) ? ` and ${innerCondition(place, tables, level + 1)}` : '';
  return ` where ${place.make(place, scalar('boolean'))}${deeper}`;
}

/** A condition on another query, which sees the columns of the one around it. */
export function innerCondition(around: Place, tables: readonly MadeTable[], level = 0): string {
  const { choices, make } = around;
  const inner = innerTable(around, tables, level);
  const where = whereOf(inner, tables, level);
  const not = often(choices, 30) ? 'not ' : '';
  return alternative<() => string>(choices, 'query', {
    exists: () => `${not}exists (select 1 as one from ${inner.from}${where})`,
    in: () => {
      const shape = scalar(pick(choices, ['string', 'integer', 'float', 'date', 'datetime', 'boolean']));
      const value = make({ ...around, depth: 1 }, shape);
      return `${value} ${not}in (select ${make(inner.place, shape)} as one from ${inner.from}${where})`;
    },
  })();
}

/** A query that is a value of a shape. */
export function innerValue(around: Place, tables: readonly MadeTable[], shape: Shape): string {
  const { choices, make } = around;
  const inner = innerTable(around, tables, 0);
  const where = whereOf(inner, tables, 0);
  choices.note('query: value');
  const largest = inner.own.find((column) => column.shape.kind === shape.kind && shape.kind !== 'json');
  if (largest && often(choices, 40)) return `(select max(${largest.text}) from ${inner.from}${where})`;
  return `(select ${make(inner.place, shape)} from ${inner.from}${where} limit 1)`;
}
