import type { FunctionSpec } from './function-spec.ts';

const scalar = 'scalar';

/** Functions on JSON and lists. */
export const NESTED_FUNCTIONS: readonly FunctionSpec[] = [
  {
    name: 'json_extract',
    kind: scalar,
    signature: '(value: json, path: path): json',
    doc: 'The value at a path such as $.a.b[0]; null if there is none.',
    example: "json_extract(json('{\"a\": [1]}'), '$.a[0]')",
    nullable: true,
  },
  {
    name: 'json_keys',
    kind: scalar,
    signature: '(value: json): [string]',
    doc: 'The names in a JSON object.',
    example: 'json_keys(json(\'{"a": 1}\'))',
    nullable: true,
  },
  {
    name: 'list_length',
    kind: scalar,
    signature: '(list: [T]): integer',
    doc: 'How many elements the list has.',
    example: 'list_length([1, 2])',
  },
  {
    name: 'list_contains',
    kind: scalar,
    signature: '(list: [T], value: T): boolean',
    doc: 'Whether the list holds a value.',
    example: 'list_contains([1, 2], 2)',
  },
  {
    name: 'explode',
    kind: 'rows',
    signature: '(list: [T]): T',
    doc: 'One row for each element of the list; none for an empty list or null.',
    example: 'explode([1, 2])',
    nullable: true,
  },
];
