import type { FunctionSpec } from './function-spec.ts';

const scalar = 'scalar';

/** Functions about null and conditions. */
export const NULL_FUNCTIONS: readonly FunctionSpec[] = [
  {
    name: 'coalesce',
    kind: scalar,
    signature: '(value: T, ...others: T): T',
    doc: 'The first of the values that is not null.',
    example: 'coalesce(null, 1)',
    nullable: 'all',
  },
  {
    name: 'ifnull',
    kind: scalar,
    signature: '(value: T, otherwise: T): T',
    doc: 'The value, or another when it is null.',
    example: 'ifnull(clicks, 0)',
    nullable: 'all',
  },
  {
    name: 'nullif',
    kind: scalar,
    signature: '(value: T, other: T): T',
    doc: 'The value, or null when it equals another.',
    example: "nullif(site, '-')",
    nullable: true,
  },
  {
    name: 'if',
    kind: scalar,
    signature: '(test: boolean, then: T, otherwise?: T): T',
    doc: 'The first value if the test is true, else the second, or null without one.',
    example: "if(clicks > 0, 'yes', 'no')",
    nullable: true,
  },
];
