import type { Parameters } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';

/** A download or upload of a script, as lists and the editor show it. */
export type Declaration = {
  readonly path: string;
  readonly name: string;
  readonly declaration_type: 'import' | 'export';
  readonly connector_type: string;
  /** Whether an upload has a target of its own for test runs. */
  readonly test: boolean;
  readonly key_name: string | null;
  readonly line: number;
  readonly column: number;
  readonly project: string;
  /** For a bundle, the columns of all its tables, each as `table.column`. */
  readonly schema: readonly Column[];
  readonly parameters: Parameters;
};
