import type { ColumnTypes } from '../../column-types/stored-type.ts';
import { readType } from './column-type.ts';

/** Numbers become floats silently. Each value of other types is compared with what was read, as `convert` says. */
export const CLICKHOUSE_TYPES: ColumnTypes = {
  read(type) {
    // Its names are spelled in one way, and read in lower case.
    const { base } = readType(
      type.replace(/\bnullable\(/g, 'Nullable(').replace(/\blowcardinality\(/g, 'LowCardinality('),
    );
    if (base === 'float64') return { kind: 'float', digits: 15 };
    return base === 'float32' ? { kind: 'float', digits: 6 } : { kind: 'other' };
  },
  isLeftToServer: new Set(['text float', 'boolean float', 'date float', 'datetime float', 'time float', 'json float']),
};
