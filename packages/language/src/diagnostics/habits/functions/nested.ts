import { advised, rewritten } from '../function-habit.ts';

const TEXT_OF_JSON = ['json_value', 'json_extract_scalar', 'json_extract_string', 'get_json_object'];

export const NESTED_HABITS = [
  ...rewritten(
    TEXT_OF_JSON.map((name) => [
      `${name}(a, b)`,
      'string(json_extract(a, b))',
      `${name}(extra, '$.a')`,
      "string(json_extract(extra, '$.a'))",
    ]),
  ),
  ...rewritten([
    ['json_query(a, b)', 'json_extract(a, b)', "json_query(extra, '$.a')", "json_extract(extra, '$.a')"],
    ['json_object_keys(a)', 'json_keys(a)', 'json_object_keys(extra)', 'json_keys(extra)'],
    ['object_keys(a)', 'json_keys(a)', 'object_keys(extra)', 'json_keys(extra)'],
    ['array_length(a)', 'list_length(a)', 'array_length(tags)', 'list_length(tags)'],
    ['array_size(a)', 'list_length(a)', 'array_size(tags)', 'list_length(tags)'],
    ['cardinality(a)', 'list_length(a)', 'cardinality(tags)', 'list_length(tags)'],
    ['array_join(a, b)', 'list_join(a, b)', "array_join(tags, ',')", "list_join(tags, ',')"],
    ['array_sort(a)', 'list_sort(a)', 'array_sort(tags)', 'list_sort(tags)'],
    ['array_reverse(a)', 'list_reverse(a)', 'array_reverse(tags)', 'list_reverse(tags)'],
    ['list_has(a, b)', 'list_contains(a, b)', "list_has(tags, 'a')", "list_contains(tags, 'a')"],
    ['array_append(a, b)', 'list_concat(a, [b])', 'array_append(tags, site)', 'list_concat(tags, [site])'],
    ['array_min(a)', 'list_min(a)', 'array_min(tags)', 'list_min(tags)'],
    ['array_max(a)', 'list_max(a)', 'array_max(tags)', 'list_max(tags)'],
    ['unnest(a)', 'explode(a)', 'unnest(tags)', 'explode(tags)'],
    ['flatten(a)', 'explode(a)', 'flatten(tags)', 'explode(tags)'],
    ['array(a)', '[a]', 'array(site)', '[site]'],
    ['array(a, b)', '[a, b]', 'array(site, kind)', '[site, kind]'],
    ['array(a, b, c)', '[a, b, c]', 'array(1, 2, 3)', '[1, 2, 3]'],
    ['list_value(a, b)', '[a, b]', 'list_value(site, kind)', '[site, kind]'],
    ['array_construct(a, b)', '[a, b]', 'array_construct(site, kind)', '[site, kind]'],
    ['make_array(a, b)', '[a, b]', 'make_array(site, kind)', '[site, kind]'],
    ['offset(a)', 'a', 'tags[offset(0)]', 'tags[0]'],
    ['safe_offset(a)', 'a', 'tags[safe_offset(0)]', 'tags[0]'],
    ['ordinal(a)', 'a - 1', 'tags[ordinal(1)]', 'tags[1 - 1]'],
  ]),
  ...advised(
    ['struct', 'struct_pack', 'named_struct', 'object_construct', 'json_object', 'json_build_object'].map((name) => [
      name,
      'Write record(value as name, …).',
      `${name}(site, clicks)`,
      'record(site, clicks)',
    ]),
  ),
  ...advised([
    [
      'array_position',
      'Write list_position(list, value) + 1: list_position counts from 0, and gives null where others give 0.',
      "array_position(tags, 'a')",
      "list_position(tags, 'a') + 1",
    ],
    [
      'array_to_string',
      "Write list_join(list, ','): nulls are left out, and a list of nothing else gives an empty text.",
      "array_to_string(tags, ',')",
      "list_join(tags, ',')",
    ],
    ['sort_array', 'Write list_sort(list): nulls come last.', 'sort_array(tags)', 'list_sort(tags)'],
    [
      'array_distinct',
      'Write list_distinct(list): nulls are left out, and the order is not kept.',
      'array_distinct(tags)',
      'list_distinct(tags)',
    ],
    ...['array_concat', 'array_cat'].map(
      (name) =>
        [
          name,
          'Write list_concat(a, b): a null is taken for an empty list.',
          `${name}(tags, tags)`,
          'list_concat(tags, tags)',
        ] as const,
    ),
    [
      'array_contains',
      'Write list_contains(list, value), with the list first: it gives false where only a null could be the value.',
      "array_contains(tags, 'a')",
      "list_contains(tags, 'a')",
    ],
    ['element_at', 'Write list[0]: the first element is number 0.', 'element_at(tags, 1)', 'tags[0]'],
    ['get', "Write value['name'] or list[0].", "get(extra, 'a')", "extra['a']"],
    [
      'json_extract_path_text',
      "Write string(json_extract(value, '$.name')).",
      "json_extract_path_text(extra, 'a')",
      "string(json_extract(extra, '$.a'))",
    ],
    [
      'json_array_length',
      'Write list_length(…) of a list, or json_keys(…) for the fields of json.',
      'json_array_length(extra)',
      'list_length(json_keys(extra))',
    ],
    ['size', 'Write list_length(list).', 'size(tags)', 'list_length(tags)'],
    ['arrayjoin', 'Write explode(list) as an item of the select.', 'arrayjoin(tags)', 'explode(tags)'],
    ['posexplode', 'Write explode(list): positions are not given.', 'posexplode(tags)', 'explode(tags)'],
  ]),
];
