/** Command for many downloads or uploads at once. */
export type BulkAction = 'retry' | 'abandon' | 'run_again';

/** The rows that an action is for: some of a list by their ids, or all that match the variables of its query. */
export type BulkScope = { readonly ids: readonly string[] } | { readonly filters: Readonly<Record<string, unknown>> };

/** An action on many rows that a person has asked for. */
export type BulkRequest = { readonly action: BulkAction; readonly scope: BulkScope };

export const BULK_LABELS: Readonly<Record<BulkAction, string>> = {
  retry: 'Retry',
  abandon: 'Abandon',
  run_again: 'Run again',
};

/** The variables that select the rows of a scope. The order of the list does not matter. */
export function scopeVariables(scope: BulkScope): Readonly<Record<string, unknown>> {
  if ('ids' in scope) return { ids: scope.ids };
  const { sortBy: _column, sortDirection: _direction, ...filters } = scope.filters;
  return filters;
}
