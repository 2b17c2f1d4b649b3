import { QUERY_FORMS } from '../../src/query-forms/registry.ts';

/** A construct of the language with the file of its samples; `of` is its registered query form or declaration. */
export type Construct = { readonly name: string; readonly of?: string };

/** Query forms and declarations whose rows other tests compare. */
export const COVERED_ELSEWHERE: readonly string[] = [
  'select',
  'union',
  'upsert',
  'snapshot',
  'unpivot',
  'download',
  'bundle',
  'table',
  'upload',
];

/** Constructs that need samples: at least six good and four wrong ones. */
export const CONSTRUCTS: readonly Construct[] = [
  ...QUERY_FORMS.map(({ kind }) => ({ name: kind, of: kind })).filter(({ of }) => !COVERED_ELSEWHERE.includes(of)),
  { name: 'query-in-from' },
  { name: 'query-exists' },
  { name: 'query-in' },
  { name: 'query-as-value' },
  { name: 'bracketed-queries' },
  { name: 'constants', of: 'constant' },
  { name: 'asof-join' },
  { name: 'window-frames' },
  { name: 'qualify' },
  { name: 'aggregate-filter' },
  { name: 'ignore-nulls' },
  { name: 'ordered-aggregates' },
  { name: 'percentiles' },
  { name: 'time-functions' },
  { name: 'lists' },
  { name: 'records' },
  { name: 'offset' },
  { name: 'separators' },
  { name: 'column-patterns' },
  { name: 'assert-condition', of: 'assertion' },
  { name: 'assert-not-null' },
  { name: 'assert-unique' },
  { name: 'assert-reference' },
  { name: 'assert-row-count' },
];
