import type { Column, Parameters } from '@switchboard/model';
import { type Placed, type Program, placedOf } from './check/program.ts';

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
  /** Of a bundle, the columns of all its tables, each as `table.column`. */
  readonly schema: readonly Column[];
  readonly parameters: Parameters;
};

function place(placed: Placed | undefined): { path: string; line: number; column: number } {
  const position = placed?.positionOf(placed.node);
  return { path: position?.path ?? '', line: position?.startLine ?? 1, column: position?.startColumn ?? 1 };
}

/** Every download and upload that could be read, whether right or not, in the order of files and text. */
export function declarationsOf(program: Program): Declaration[] {
  const imports = placedOf(program, 'download', 'bundle').flatMap((placed, index): Declaration[] => {
    const source = program.sources[index];
    if (!source) return [];
    const single = placed.node.kind === 'download';
    const schema = source.tables.flatMap((table) =>
      table.schema.columns.map(({ name, type, nullable }) => ({
        name: single ? name : `${table.name}.${name}`,
        type,
        nullable,
      })),
    );
    const { name, connector, key, project, parameters } = source;
    return [
      {
        ...place(placed),
        name,
        declaration_type: 'import',
        connector_type: connector,
        test: false,
        key_name: key,
        project,
        schema,
        parameters,
      },
    ];
  });
  const exports = placedOf(program, 'upload').flatMap((placed, index): Declaration[] => {
    const upload = program.uploads[index];
    if (!upload) return [];
    const { name, connector, key, project, columns, parameters } = upload;
    const test = Object.hasOwn(parameters, 'test');
    return [
      {
        ...place(placed),
        name,
        declaration_type: 'export',
        connector_type: connector,
        test,
        key_name: key,
        project,
        schema: columns,
        parameters,
      },
    ];
  });
  return [...imports, ...exports].sort(
    (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.line - b.line || a.column - b.column,
  );
}
