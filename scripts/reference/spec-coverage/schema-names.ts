import {
  buildSchema,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';

/** Looks up names of the specification in the schema of the API. Each answer is null, or what is missing. */
export type SchemaNames = {
  /** A field by its path from a type. What follows a field of type JSON is free. */
  readonly field: (type: string, path: string) => string | null;
  /** An argument of a field, or a field of its input object by its path. */
  readonly argument: (type: string, field: string, path: string) => string | null;
  /** The type that a field returns; a list or non-null of it counts as well. */
  readonly returns: (type: string, field: string, returned: string) => string | null;
  /** Checks that a type is what a field returns, or one of what it may return. */
  readonly mayReturn: (type: string, field: string, returned: string) => string | null;
  readonly enumValue: (type: string, value: string) => string | null;
};

export function readSchemaNames(text: string): SchemaNames {
  const schema = buildSchema(text);
  return {
    field: (type, path) => missingField(schema.getType(type), path.split('.'), `${type}.${path}`),
    argument: (type, field, path) => missingArgument(schema, type, field, path),
    returns: (type, field, returned) => {
      const found = returnedType(schema, type, field);
      return found?.name === returned ? null : `${type}.${field} returns ${found?.name ?? 'nothing'}, not ${returned}`;
    },
    mayReturn: (type, field, returned) => {
      const found = returnedType(schema, type, field);
      const members = isUnionType(found) ? found.getTypes().map(({ name }) => name) : [found?.name];
      return members.includes(returned) ? null : `${type}.${field} never returns ${returned}`;
    },
    enumValue: (type, value) => {
      const found = schema.getType(type);
      return isEnumType(found) && found.getValue(value) !== undefined ? null : `${type} has no value ${value}`;
    },
  };
}

function returnedType(schema: GraphQLSchema, type: string, field: string): GraphQLNamedType | null {
  const parent = schema.getType(type);
  const found = isObjectType(parent) ? parent.getFields()[field] : undefined;
  return found === undefined ? null : getNamedType(found.type);
}

function missingField(type: GraphQLNamedType | undefined, path: readonly string[], whole: string): string | null {
  const [name, ...rest] = path;
  if (name === undefined || (isScalarType(type) && type.name === 'JSON')) return null;
  if (!isObjectType(type) && !isInputObjectType(type)) return `${whole}: ${type?.name ?? 'the type'} has no fields`;
  const field = type.getFields()[name];
  return field === undefined
    ? `${whole}: ${type.name} has no field ${name}`
    : missingField(getNamedType(field.type), rest, whole);
}

function missingArgument(schema: GraphQLSchema, type: string, name: string, path: string): string | null {
  const parent = schema.getType(type);
  const field = isObjectType(parent) ? parent.getFields()[name] : undefined;
  const [first, ...rest] = path.split('.');
  const argument = field?.args.find((one) => one.name === first);
  if (argument === undefined) return `${type}.${name} has no argument ${path}`;
  return missingField(getNamedType(argument.type), rest, `${type}.${name}(${path})`);
}
