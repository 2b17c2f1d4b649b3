import { functionsOf } from './function-spec.ts';

/** Functions over neighbouring rows, which require `over (…)`. */
export const WINDOW_FUNCTIONS = functionsOf('window', {
  row_number: {
    signature: '(): integer',
    doc: 'The number of the row in its partition, from 1.',
    example: 'row_number() over (partition by site order by date)',
    nullable: false,
  },
  rank: {
    signature: '(): integer',
    doc: 'The rank of the row, with gaps after ties.',
    example: 'rank() over (order by clicks desc)',
    nullable: false,
  },
  dense_rank: {
    signature: '(): integer',
    doc: 'The rank of the row, without gaps.',
    example: 'dense_rank() over (order by clicks desc)',
    nullable: false,
  },
  lag: {
    signature: '(value: T, offset?: integer, otherwise?: T): T',
    doc: 'The value some rows before, one if not given.',
    example: 'lag(clicks) over (order by date)',
    nullable: true,
  },
  lead: {
    signature: '(value: T, offset?: integer, otherwise?: T): T',
    doc: 'The value some rows later, one if not given.',
    example: 'lead(clicks) over (order by date)',
    nullable: true,
  },
  ntile: {
    signature: '(count: integer): integer',
    doc: 'The number of the bucket, of as many as given, into which the row falls.',
    example: 'ntile(4) over (order by clicks)',
    nullable: false,
  },
});
