import type { Dialect } from '../dialect.ts';
import { DUCKDB_WORDS } from './allowed-words.ts';
import { lostValues } from './lost-values.ts';
import { useStatements } from './nested-query.ts';
import { statement } from './statement.ts';

useStatements(statement);

export const DUCKDB: Dialect = { name: 'duckdb', select: statement, lostValues, words: DUCKDB_WORDS };
