import type { FunctionSpec } from './function-spec.ts';

const window = 'window';

/** Functions over neighbouring rows, which require `over (…)`. */
export const WINDOW_FUNCTIONS: readonly FunctionSpec[] = [
  {
    name: 'row_number',
    kind: window,
    signature: '(): integer',
    doc: 'The number of the row in its partition, from 1.',
    example: 'row_number() over (partition by site order by date)',
    nullable: false,
  },
  {
    name: 'rank',
    kind: window,
    signature: '(): integer',
    doc: 'The rank of the row, with gaps after ties.',
    example: 'rank() over (order by clicks desc)',
    nullable: false,
  },
  {
    name: 'dense_rank',
    kind: window,
    signature: '(): integer',
    doc: 'The rank of the row, without gaps.',
    example: 'dense_rank() over (order by clicks desc)',
    nullable: false,
  },
  {
    name: 'lag',
    kind: window,
    signature: '(value: T, offset?: integer, otherwise?: T): T',
    doc: 'The value some rows before, one if not given.',
    example: 'lag(clicks) over (order by date)',
    nullable: true,
  },
  {
    name: 'lead',
    kind: window,
    signature: '(value: T, offset?: integer, otherwise?: T): T',
    doc: 'The value some rows later, one if not given.',
    example: 'lead(clicks) over (order by date)',
    nullable: true,
  },
  {
    name: 'ntile',
    kind: window,
    signature: '(count: integer): integer',
    doc: 'The number of the bucket, of as many as given, into which the row falls.',
    example: 'ntile(4) over (order by clicks)',
    nullable: false,
  },
];
