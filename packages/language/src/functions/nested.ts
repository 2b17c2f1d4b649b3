import { functionsOf } from './function-spec.ts';

/** Functions on JSON and lists. */
export const NESTED_FUNCTIONS = functionsOf('scalar', {
  json_extract: {
    signature: '(value: json, path: path): json',
    doc: 'The value at a path such as $.a.b[0]; null if there is none.',
    example: "json_extract(json('{\"a\": [1]}'), '$.a[0]')",
    nullable: true,
  },
  json_keys: {
    signature: '(value: json): [string]',
    doc: 'The names in a JSON object.',
    example: 'json_keys(json(\'{"a": 1}\'))',
    nullable: true,
  },
  list_length: {
    signature: '(list: [T]): integer',
    doc: 'How many elements the list has.',
    example: 'list_length([1, 2])',
    ignoresOrder: true,
  },
  list_contains: {
    signature: '(list: [T], value: T): boolean',
    doc: 'Whether the list holds a value.',
    example: 'list_contains([1, 2], 2)',
    ignoresOrder: true,
  },
  explode: {
    kind: 'rows',
    signature: '(list: [T]): T',
    doc: 'One row for each element of the list; none for an empty list or null.',
    example: 'explode([1, 2])',
    nullable: true,
  },
});
