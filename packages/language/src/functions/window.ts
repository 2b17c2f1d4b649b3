import { functionsOf } from './function-spec.ts';

const SAME = 'it is the same for all rows';
const OTHER = 'other rows may be its neighbours when the flow runs again';

/** Functions over neighbouring rows, which require `over (…)`. */
export const WINDOW_FUNCTIONS = functionsOf('window', {
  row_number: {
    signature: '(): integer',
    doc: 'The number of the row in its partition, from 1.',
    example: 'row_number() over (partition by site order by date)',
    nullable: false,
    unordered: 'rows may have other numbers when the flow runs again',
  },
  rank: {
    signature: '(): integer',
    doc: 'The rank of the row, with gaps after ties.',
    example: 'rank() over (order by clicks desc)',
    nullable: false,
    unordered: SAME,
  },
  dense_rank: {
    signature: '(): integer',
    doc: 'The rank of the row, without gaps.',
    example: 'dense_rank() over (order by clicks desc)',
    nullable: false,
    unordered: SAME,
  },
  lag: {
    signature: '(value: T, offset?: integer, otherwise?: T): T',
    doc: 'The value some rows before, one if not given.',
    example: 'lag(clicks ignore nulls) over (order by date)',
    nullable: true,
    ignoresNulls: true,
    unordered: OTHER,
  },
  lead: {
    signature: '(value: T, offset?: integer, otherwise?: T): T',
    doc: 'The value some rows later, one if not given.',
    example: 'lead(clicks) over (order by date)',
    nullable: true,
    ignoresNulls: true,
    unordered: OTHER,
  },
  nth_value: {
    signature: '(value: T, number: positive): T',
    doc: 'The value of one row of the frame, the first being 1; null when the frame has fewer rows.',
    example: 'nth_value(clicks, 2) over (order by date rows between 6 preceding and current row)',
    nullable: true,
    ignoresNulls: true,
    framed: true,
    unordered: OTHER,
  },
  percent_rank: {
    signature: '(): float',
    doc: 'The rank of the row as a share of its partition: 0 for the first rank, and 1 for the last unless it is shared.',
    example: 'percent_rank() over (order by clicks)',
    nullable: false,
    unordered: SAME,
  },
  cume_dist: {
    signature: '(): float',
    doc: 'The share of the rows of its partition that come no later than the row.',
    example: 'cume_dist() over (order by clicks)',
    nullable: false,
    unordered: SAME,
  },
  ntile: {
    signature: '(count: positive): integer',
    doc: 'The number of the bucket, of as many as given, into which the row falls.',
    example: 'ntile(4) over (order by clicks)',
    nullable: false,
    unordered: 'rows may fall into other buckets when the flow runs again',
  },
});
