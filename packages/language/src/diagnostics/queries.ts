import type { DiagnosticDefinition } from './diagnostic-definition.ts';

/** Mistakes in the clauses and parts of queries. */
export const QUERY_DIAGNOSTICS = {
  SBS1021: {
    severity: 'error',
    text: 'offset stands behind a limit. Write limit n offset m.',
    wrong: 'table t is select site from ads order by site offset 10;',
    right: 'table t is select site from ads order by site limit 100 offset 10;',
  },
  SBS3040: {
    severity: 'error',
    text: 'The condition of qualify contains no window function. Write where, or having for groups.',
    wrong: 'table t is select site from ads qualify clicks > 5;',
    right: 'table t is select site from ads qualify row_number() over (partition by site order by clicks desc) == 1;',
  },
} as const satisfies Readonly<Record<string, DiagnosticDefinition>>;
