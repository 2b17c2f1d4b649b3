import { advised, rewritten } from '../function-habit.ts';

export const NULL_HABITS = [
  ...rewritten([
    ['nvl(a, b)', 'coalesce(a, b)', "nvl(kind, 'none')", "coalesce(kind, 'none')"],
    ['nvl(a, b, c)', 'coalesce(a, b, c)', "nvl(kind, site, 'none')", "coalesce(kind, site, 'none')"],
    ['isnull(a, b)', 'coalesce(a, b)', "isnull(kind, 'none')", "coalesce(kind, 'none')"],
    ['isnull(a)', '(a is null)', 'isnull(kind)', '(kind is null)'],
    ['is_null(a)', '(a is null)', 'is_null(kind)', '(kind is null)'],
    ['isnotnull(a)', '(a is not null)', 'isnotnull(kind)', '(kind is not null)'],
    ['nvl2(a, b, c)', 'if(a is not null, b, c)', 'nvl2(kind, 1, 0)', 'if(kind is not null, 1, 0)'],
    ['iff(a, b, c)', 'if(a, b, c)', "iff(clicks > 0, 'a', 'b')", "if(clicks > 0, 'a', 'b')"],
    ['iif(a, b, c)', 'if(a, b, c)', "iif(clicks > 0, 'a', 'b')", "if(clicks > 0, 'a', 'b')"],
    ['zeroifnull(a)', 'coalesce(a, 0)', 'zeroifnull(clicks)', 'coalesce(clicks, 0)'],
    ['nullifzero(a)', 'nullif(a, 0)', 'nullifzero(clicks)', 'nullif(clicks, 0)'],
  ]),
  ...advised([
    [
      'equal_null',
      'Write a == b or (a is null and b is null).',
      'equal_null(site, kind)',
      'site == kind or (site is null and kind is null)',
    ],
    ['choose', 'Write conditions: n == 1 ? a : n == 2 ? b : c.', "choose(clicks, 'a', 'b')", "clicks == 1 ? 'a' : 'b'"],
    [
      'any',
      'Write list_contains(list, value) for a list, in (…) for equality with one of several values, or comparisons joined by or.',
      "site == any('a', 'b')",
      "site in ('a', 'b')",
    ],
    ['all', 'Write one comparison for each value, joined by and.', "site != all('a', 'b')", "site not in ('a', 'b')"],
    [
      'decode',
      "Write conditions: kind == 'a' ? 1 : kind == 'b' ? 2 : 3; for null write kind is null.",
      "decode(kind, 'a', 1, 2)",
      "kind == 'a' ? 1 : 2",
    ],
    [
      'multiif',
      "Write conditions: a > 1 ? 'x' : a > 0 ? 'y' : 'z'.",
      "multiif(clicks > 1, 'a', 'b')",
      "clicks > 1 ? 'a' : 'b'",
    ],
  ]),
];
