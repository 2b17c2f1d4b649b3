import {
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';

/**
 * Selects every field without required arguments, down to a depth, with the names of the types.
 * @returns a selection set; empty for a type without fields
 */
export function selectionOf(of: GraphQLOutputType, depth: number): string {
  const type = getNamedType(of);
  if (isUnionType(type)) {
    const known = new Map<string, string>();
    const members = type
      .getTypes()
      .map((member) => `... on ${member.name} ${fieldsOf(Object.values(member.getFields()), depth, known)}`);
    return `{ __typename ${members.join(' ')} }`;
  }
  return isObjectType(type) ? fieldsOf(Object.values(type.getFields()), depth, new Map()) : '';
}

/** @param known types of fields by name: fields of the same name with another type, in a union, get an alias */
function fieldsOf(
  fields: readonly GraphQLField<unknown, unknown>[],
  depth: number,
  known: Map<string, string>,
): string {
  const selected = fields.flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return [];
    const type = getNamedType(field.type);
    const inner = isLeafType(type) ? '' : depth > 0 || isPage(field) ? selectionOf(type, depth - 1) : null;
    if (inner === null && !isCompositeType(type)) return [];
    const text = String(field.type);
    const first = known.get(field.name) ?? text;
    known.set(field.name, first);
    const name = first === text ? field.name : `${field.name}As${text.replaceAll(/\W/g, '')}: ${field.name}`;
    const page = field.args.some((arg) => arg.name === 'first') ? '(first: 3)' : '';
    return [`${name}${page} ${inner ?? '{ __typename }'}`];
  });
  return `{ __typename ${selected.join(' ')} }`;
}

/** Whether the field leads to the rows of a list, which count as its own. */
const isPage = ({ name }: GraphQLField<unknown, unknown>): boolean => name === 'nodes';
