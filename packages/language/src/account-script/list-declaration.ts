import { placeOf } from '../diagnostics/located-fix.ts';
import type { Entry, Known } from './entry.ts';
import type { Declaration } from './listed-declaration.ts';

type Detail = Omit<Declaration, 'path' | 'line' | 'column'>;

function detailOf(known: Known, single: boolean): Detail | null {
  if (known.kind === 'table' || known.kind === 'assertion' || known.kind === 'constant') return null;
  if (known.kind === 'upload') {
    const { name, connector, key, project, columns, parameters } = known.upload;
    return {
      name,
      declaration_type: 'export',
      connector_type: connector,
      test: Object.hasOwn(parameters, 'test'),
      key_name: key?.name ?? null,
      project,
      schema: columns.map(({ name: column, type, nullable }) => ({ name: column, type, nullable })),
      parameters,
    };
  }
  const { name, connector, key, project, parameters, tables } = known.source;
  const schema = tables.flatMap((table) =>
    table.schema.columns.map((column) => ({
      name: single ? column.name : `${table.name}.${column.name}`,
      type: column.type,
      nullable: column.nullable,
    })),
  );
  return {
    name,
    declaration_type: 'import',
    connector_type: connector,
    test: false,
    key_name: key?.name ?? null,
    project,
    schema,
    parameters,
  };
}

/** A declaration as lists show it, even if it has errors; null for tables, assertions and constants. */
export function declarationOf(entry: Entry): Declaration | null {
  const { known, unit, kind } = entry;
  if (entry.listed || !known) return entry.listed;
  const detail = detailOf(known, kind === 'download');
  if (!detail) return null;
  const { startLine: line, startColumn: column } = placeOf(entry, unit.lines);
  const { name, declaration_type, connector_type, test, key_name, ...rest } = detail;
  const declaration = {
    path: unit.path,
    name,
    declaration_type,
    connector_type,
    test,
    key_name,
    line,
    column,
    ...rest,
  };
  entry.listed = declaration;
  return declaration;
}
