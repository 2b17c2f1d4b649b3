import type { ColumnType } from '@switchboard/model/schema';
import type { Target } from '../src/values/column-reader.ts';

const scalar = (kind: Exclude<ColumnType['kind'], 'decimal' | 'record' | 'list'>): ColumnType => ({ kind });
const decimal = (precision: number, scale: number): ColumnType => ({ kind: 'decimal', precision, scale });

/** Types and formats of CSV columns whose plain values are read quickly. */
export const PLAIN_TARGETS: readonly Omit<Target, 'name' | 'nullable'>[] = [
  { type: scalar('string') },
  { type: scalar('integer') },
  { type: scalar('float') },
  { type: scalar('boolean') },
  { type: scalar('date') },
  { type: scalar('datetime') },
  { type: scalar('time') },
  { type: scalar('json') },
  { type: decimal(5, 2) },
  { type: decimal(4, 4) },
  { type: decimal(3, 0) },
  { type: decimal(38, 19) },
  { type: scalar('date'), format: 'MM/dd/YYYY' },
  { type: scalar('date'), format: 'd.M.YYYY' },
  { type: scalar('datetime'), format: 'YYYY-dd-MM HH:mm:ss' },
  { type: scalar('date'), format: 'YYYYMMdd' },
  { type: scalar('date'), format: 'dd MMM YYYY' },
  { type: scalar('integer'), separators: { decimal: ',', group: '.' } },
  { type: scalar('float'), separators: { decimal: ',', group: '.' } },
  { type: scalar('float'), separators: { decimal: '.', group: ',' } },
  { type: decimal(5, 2), separators: { decimal: ',', group: null } },
];
