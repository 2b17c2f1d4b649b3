import type { CheckedQuery } from '../../check/checked-query.ts';
import type { Dialect } from '../dialect.ts';
import { DUCKDB_WORDS } from './allowed-words.ts';
import { select } from './select.ts';
import { unpivot } from './unpivot.ts';
import { upsert } from './upsert.ts';

function statement(query: CheckedQuery): string {
  switch (query.kind) {
    case 'select':
      return select(query);
    case 'union':
      return query.parts.map(select).join(query.byName ? '\nUNION ALL BY NAME\n' : '\nUNION ALL\n');
    case 'upsert':
      return upsert(query);
    case 'unpivot':
      return unpivot(query);
  }
}

export const DUCKDB: Dialect = { name: 'duckdb', select: statement, words: DUCKDB_WORDS };
