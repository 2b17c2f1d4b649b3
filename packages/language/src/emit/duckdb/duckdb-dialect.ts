import type { Dialect } from '../dialect.ts';
import { DUCKDB_WORDS } from './allowed-words.ts';
import { useStatements } from './nested-query.ts';
import { statement } from './statement.ts';

useStatements(statement);

export const DUCKDB: Dialect = { name: 'duckdb', select: statement, words: DUCKDB_WORDS };
