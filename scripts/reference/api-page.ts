import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { code, page, table } from './markdown.ts';

type Field = {
  readonly name: string;
  readonly type: { toString(): string };
  readonly description?: string | null | undefined;
  readonly args?: readonly GraphQLArgument[];
};

/** The GraphQL API: entry points first, then every type, from the schema's text. */
export function apiPage(schemaText: string): string {
  const schema = buildSchema(schemaText);
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter((one) => !!one);
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith('__') && type.astNode !== undefined)
    .filter((type) => roots.every((root) => root.name !== type.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return page(
    'GraphQL',
    'One endpoint: `POST /api/graphql`, with a bearer token, a `Request-ID` (without one the answer is 400) and, but for the ' +
      "person who asks and administration, the header `Account-Uri` (the account's url name). `Request-ID` comes back with " +
      'every answer. REST calls may leave it out; the server makes one then.',
    ...roots.map(typeSection),
    ...types.map(typeSection),
  );
}

function typeSection(type: GraphQLNamedType): string {
  return [`## ${type.name}`, type.description ?? '', bodyOf(type)].filter((part) => part !== '').join('\n\n');
}

function bodyOf(type: GraphQLNamedType): string {
  if (isEnumType(type))
    return `One of ${type
      .getValues()
      .map(({ name }) => code(name))
      .join(', ')}.`;
  if (isUnionType(type))
    return `One of ${type
      .getTypes()
      .map(({ name }) => code(name))
      .join(', ')}.`;
  if (!isObjectType(type) && !isInputObjectType(type)) return '';
  const fields: readonly Field[] = isObjectType(type)
    ? Object.values(type.getFields())
    : Object.values(type.getFields());
  return table(['Field', 'Type', 'Meaning'], fields.map(fieldRow));
}

function fieldRow({ name, type, description, args = [] }: Field): string[] {
  const taken = args.map(
    (arg) => `${code(`${arg.name}: ${String(arg.type)}`)}${arg.description ? ` (${arg.description})` : ''}`,
  );
  const takes = taken.length === 0 ? '' : ` Takes ${taken.join(', ')}.`;
  return [code(name), code(String(type)), `${description ?? ''}${takes}`];
}
