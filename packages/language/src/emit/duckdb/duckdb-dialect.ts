import type { Dialect } from '../dialect.ts';
import { DUCKDB_WORDS } from './allowed-words.ts';
import { lostValues } from './lost-values.ts';
import { useStatements } from './nested-query.ts';
import { merge, statement } from './statement.ts';

useStatements(statement);

export const DUCKDB: Dialect = { name: 'duckdb', select: statement, merge, lostValues, words: DUCKDB_WORDS };
