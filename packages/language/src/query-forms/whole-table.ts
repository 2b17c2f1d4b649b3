import type { TableInfo } from '../check/program.ts';
import type { CheckedSelect, OutputItem } from '../typed/typed.ts';

/** A select of some items from one table, without any clause. */
export function wholeTable(info: TableInfo, items: readonly OutputItem[]): CheckedSelect {
  const pseudo = info.kind === 'source' && info.open ? ['report_date', 'filename', 'line_number'] : [];
  const declared = new Set(info.columns.map((column) => column.name));
  const expanded = items.some((item) => item.kind === 'rest');
  const hidden = pseudo.filter((name) => !declared.has(name));
  const { local } = info;
  const query = local && local.emitted === null ? { query: local.query } : {};
  const from = {
    table: local?.emitted ?? info.name,
    ...query,
    alias: info.name,
    pseudo: { hidden, named: [] },
    expanded,
  };
  return {
    kind: 'select',
    distinct: false,
    items,
    from,
    joins: [],
    where: null,
    grouped: false,
    keys: [],
    having: null,
    qualify: null,
    order: [],
    limit: null,
    offset: 0,
  };
}
