import type { DiagnosticDefinition } from './diagnostic-definition.ts';

/** Values that can only be null, and results that depend on more than the rows. */
export const DOUBT_DIAGNOSTICS = {
  SBS3070: {
    severity: 'error',
    text: 'Value "{value}" cannot be read as {type}{reason}. {advice}',
    wrong: "table t is select date('2026-02-30') as day from ads;",
    right: "table t is select date('2026-02-28') as day from ads;",
  },
  SBS3071: {
    severity: 'error',
    text: 'The escape of like {problem}. {advice}',
    wrong: "table t is select site from ads where site like 'a!%' escape '!!';",
    right: "table t is select site from ads where site like 'a!%' escape '!';",
  },
  SBS5010: {
    severity: 'warning',
    text: '{table} has no {columns}, which {others}: the values are null in its rows. {advice}',
    wrong:
      'table a is select site, clicks from ads; table b is select site, clicks as click from ads; table t is union a, b;',
    right: 'table a is select site, clicks from ads; table b is select site, clicks from ads; table t is union a, b;',
  },
  SBS5011: {
    severity: 'warning',
    text: '{what} has no order: {effect}. {advice}',
    wrong: 'table t is select kind, first(site) as site from ads;',
    right: 'table t is select kind, first(site order by day) as site from ads;',
  },
} as const satisfies Readonly<Record<string, DiagnosticDefinition>>;

/** The reason behind each of them. */
export const DOUBT_EXPLANATIONS: Readonly<Record<keyof typeof DOUBT_DIAGNOSTICS, string>> = {
  SBS3070:
    'The value is written in the script and cannot be read as the type, so that the expression is null in every row. Conversions of columns give null for such values, and the run counts them.',
  SBS3071:
    'The character before % or _ that makes it stand for itself. The pattern must be a constant, so that it is checked here.',
  SBS5010:
    'A union matches columns by name. A column that one table lacks is null in its rows, which is often a spelling mistake. Where it is meant, select a null of its type in that table.',
  SBS5011:
    'Rows have no order of their own. Without order by, another row may come first when the flow runs again or its files arrive in another order.',
};
