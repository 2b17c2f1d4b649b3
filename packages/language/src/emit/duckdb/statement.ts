import type { CheckedQuery, CheckedSnapshot, CheckedUpsert, CheckedValues } from '../../typed/typed.ts';
import { dates } from './dates.ts';
import { expression } from './expressions.ts';
import { name } from './literals.ts';
import { select } from './select.ts';
import { snapshot, snapshotMerge } from './snapshot.ts';
import { unpivot } from './unpivot.ts';
import { upsert, upsertMerge } from './upsert.ts';

/** Lists of the same length unnest side by side, in their order. */
function values({ columns }: CheckedValues): string {
  const items = columns.map((each) => `unnest([${each.values.map(expression).join(', ')}]) AS ${name(each.name)}`);
  return `SELECT ${items.join(', ')}`;
}

/** The statement of a query. */
export function statement(query: CheckedQuery): string {
  switch (query.kind) {
    case 'select':
      return select(query);
    case 'union':
      if (query.operation) return query.parts.map(select).join(`\n${query.operation.toUpperCase()}\n`);
      return query.parts.map(select).join(query.byName ? '\nUNION ALL BY NAME\n' : '\nUNION ALL\n');
    case 'dates':
      return dates(query);
    case 'values':
      return values(query);
    case 'upsert':
      return upsert(query);
    case 'snapshot':
      return snapshot(query);
    case 'unpivot':
      return unpivot(query);
    case 'with': {
      const parts = query.parts.map((part) => `${name(part.name)} AS (${statement(part.query)})`);
      return `WITH ${parts.join(',\n')}\n${statement(query.body)}`;
    }
  }
}

/** The statement of the rows that a table keeps. */
export function merge(query: CheckedUpsert | CheckedSnapshot): string {
  return query.kind === 'upsert' ? upsertMerge(query) : snapshotMerge(query);
}
