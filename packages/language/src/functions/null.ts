import { functionsOf } from './function-spec.ts';

/** Functions about null and conditions. */
export const NULL_FUNCTIONS = functionsOf('scalar', {
  coalesce: {
    signature: '(value: T, ...others: T): T',
    doc: 'The first of the values that is not null.',
    example: 'coalesce(null, 1)',
    nullable: 'all',
  },
  ifnull: {
    signature: '(value: T, otherwise: T): T',
    doc: 'The value, or another when it is null.',
    example: 'ifnull(clicks, 0)',
    nullable: 'all',
  },
  nullif: {
    signature: '(value: T, other: T): T',
    doc: 'The value, or null when it equals another.',
    example: "nullif(site, '-')",
    nullable: true,
  },
  if: {
    signature: '(test: boolean, then: T, otherwise?: T): T',
    doc: 'The first value if the test is true, else the second, or null without one.',
    example: "if(clicks > 0, 'yes', 'no')",
    nullable: true,
  },
});
