import type { SchemaNode } from '../syntax/tree.ts';
import { type Placed, type Program, placedOf } from './program.ts';

/** Columns of a source that no query names, when some query reads the source and no upload takes it whole. */
function unusedColumns(program: Program, placed: Placed, table: string, schema: SchemaNode): void {
  const read = program.checkedTables.some((each) => each.inputs.includes(table));
  if (!read || program.uploads.some((upload) => upload.table === table)) return;
  const used = program.usedColumns.get(table);
  for (const column of schema.columns) {
    const name = column.alias ?? column.header;
    if (!used?.has(name.text)) placed.report('SBS5003', name, { name: name.text, table });
  }
}

/** Warns of downloads and tables that reach no upload, and of columns that nothing uses. */
export function reportUnused(program: Program): void {
  const tables = new Set(program.uploads.flatMap((upload) => [upload.table, ...upload.tables]));
  const sources = new Set(program.uploads.flatMap((upload) => upload.sources));
  for (const placed of placedOf(program, 'download', 'bundle')) {
    const { node } = placed;
    if (!sources.has(node.name.text)) placed.report('SBS5001', node.name, { name: node.name.text });
    if (node.kind === 'download') unusedColumns(program, placed, node.name.text, node.schema);
    else for (const table of node.tables) unusedColumns(program, placed, table.name.text, table.schema);
  }
  for (const placed of placedOf(program, 'table')) {
    if (!tables.has(placed.node.name.text)) placed.report('SBS5002', placed.node.name, { name: placed.node.name.text });
  }
}
