import type { SourceSchema } from '@switchboard/model/schema';
import type { NumberSeparators } from '@switchboard/model/values/number-separators';

/** The schema of one file, with the separators of its numbers. Those of the schema are for undeclared columns. */
export type FileSchema = SourceSchema & { readonly separators?: NumberSeparators };

/** Gives the columns that declare no separators of their own those of the file. */
export function fileSchema(schema: SourceSchema, separators: NumberSeparators | null): FileSchema {
  if (separators === null) return schema;
  return { ...schema, separators, columns: schema.columns.map((column) => ({ separators, ...column })) };
}
