import type { Target } from '../values/column-reader.ts';
import { OWN_DIALECT } from './csv-dialect.ts';
import type { FormatInput, ScanPlan } from './format-reader.ts';

/** The plan of a file without any record. */
export const emptyPlan = ({ head, options, lineNumbers }: FormatInput): ScanPlan => ({
  scan: null,
  clean: { dialect: OWN_DIALECT, crlf: false, nullValues: options.nullValues, fields: [], lineNumbers },
  sample: head.toString('utf8'),
  declaredRecords: null,
});

/**
 * The columns of a clean file that is not a part of a CSV file: its dates are in ISO form and its numbers have points, so
 * declared formats are dropped. Undeclared columns are texts as the file has them.
 */
export const cleanFields = (targets: readonly Target[]): readonly Target[] =>
  targets.map(({ name, type, nullable, separators, stored }) => {
    const column = { name, type, nullable };
    return type.kind === 'unknown' ? { ...column, separators, stored } : column;
  });

/** A scan of a whole file in one task, for its sample and its keys. */
export const WHOLE_SCAN = { skipping: false, cleanPath: '', rejected: null } as const;

/** The limit of a preview's records, as a property of a task. */
export const recordLimit = ({ maxRecords }: Pick<FormatInput, 'maxRecords'>): { readonly maxRecords?: number } =>
  maxRecords === undefined ? {} : { maxRecords };
