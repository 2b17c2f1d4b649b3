import type { Column } from '@switchboard/model/schema';
import type { Expression, FieldNode } from '../../syntax/tree/expression-tree.ts';
import type { Typed } from '../../typed/typed.ts';
import { columnType } from '../../typed/types.ts';
import type { Context } from '../context.ts';
import { failed } from '../names/scope.ts';
import { coerce } from '../types/coerce.ts';

/** The name of a field that was given none: that of its column or field. */
function ownName({ value, name }: FieldNode, checked: Typed): string | null {
  if (name) return name.text;
  if (value.kind === 'name') return value.name.text;
  if (value.kind === 'field') return value.field.text;
  return value.kind === 'quoted' && checked.kind !== 'constant' ? value.value : null;
}

/** Checks `record(value as name, …)`: its fields have names, and no two the same. */
export function checkRecord(node: Extract<Expression, { kind: 'record' }>, context: Context): Typed {
  const fields: Column[] = [];
  const values: Typed[] = [];
  const seen = new Set<string>();
  let valid = true;
  for (const field of node.fields) {
    const value = context.check(field.value, context);
    const name = ownName(field, value);
    if (name === null) {
      context.report('SBS3062', field, {});
      valid = false;
      continue;
    }
    if (seen.has(name.toLowerCase())) {
      context.report('SBS3063', field.name ?? field, { name });
      valid = false;
      continue;
    }
    seen.add(name.toLowerCase());
    const type = columnType(value.type);
    fields.push({ name, type, nullable: value.nullable });
    values.push(coerce(value, type));
  }
  return valid
    ? { kind: 'record', values, type: { kind: 'record', fields }, nullable: false, span: node }
    : failed(node);
}
