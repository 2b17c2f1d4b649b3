import type { CheckedQuery } from '../../typed/typed.ts';

let emit: ((query: CheckedQuery) => string) | null = null;

/** Sets what emits queries: expressions contain queries, which contain expressions. */
export function useStatements(statement: (query: CheckedQuery) => string): void {
  emit = statement;
}

/** A query in brackets. */
export function nestedQuery(query: CheckedQuery): string {
  if (!emit) throw new Error('The dialect has not set what emits queries.');
  return `(${emit(query)})`;
}
