import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { PAGE_LIMIT } from './paging.ts';

export type OperationLimits = {
  readonly depth: number;
  readonly aliases: number;
  readonly rootFields: number;
  readonly directives: number;
  /** Objects that an answer may hold, as estimated from page sizes. */
  readonly cost: number;
};

export const OPERATION_LIMITS: OperationLimits = {
  depth: 12,
  aliases: 30,
  rootFields: 10,
  directives: 20,
  cost: 5_000,
};
/** Words and signs of a document; checked while it is read. */
export const TOKEN_LIMIT = 2_000;

/** Members that a list without paging is taken to have. */
const LIST_SIZE = 5;
/** Rows of a page that does not say how many. */
const PAGE_SIZE = 50;

type Variables = Readonly<Record<string, unknown>>;
type Size = { readonly depth: number; readonly aliases: number; readonly directives: number; readonly cost: number };
const NONE: Size = { depth: 0, aliases: 0, directives: 0, cost: 0 };

/**
 * Says which limit a valid operation breaks, or null. Fragments count as often as they are used, whatever they are called;
 * each is measured once for each page size it stands in, so that measuring is linear.
 */
export function brokenLimit(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  limits: OperationLimits = OPERATION_LIMITS,
): string | null {
  const root = schema.getRootType(operation.operation);
  const size = measurer(schema, document, variables)(operation.selectionSet, root ?? undefined, 1);
  const rootFields = countRootFields(document, operation.selectionSet);
  const directives = size.directives + (operation.directives?.length ?? 0);
  if (size.depth > limits.depth) return `It is nested ${size.depth} deep; ${limits.depth} is the limit.`;
  if (size.aliases > limits.aliases) return `It has ${size.aliases} aliases; ${limits.aliases} is the limit.`;
  if (rootFields > limits.rootFields) return `It asks ${rootFields} things at once; ${limits.rootFields} is the limit.`;
  if (directives > limits.directives) return `It has ${directives} directives; ${limits.directives} is the limit.`;
  if (size.cost > limits.cost) {
    return `It could answer with ${size.cost} objects; ${limits.cost} is the limit. Ask for smaller pages.`;
  }
  return null;
}

function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
}

function countRootFields(document: DocumentNode, selections: SelectionSetNode): number {
  return rootFieldsOf(document, selections).length;
}

/** The fields that an operation asks of its root, through fragments too. A valid document has no endless fragments. */
export function rootFieldsOf(document: DocumentNode, selections: SelectionSetNode): FieldNode[] {
  const fragments = fragmentsOf(document);
  const found: FieldNode[] = [];
  const visit = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      // More than any limit allows: the exact number is of no interest.
      if (found.length > 1_000) return;
      if (selection.kind === Kind.FIELD) found.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else {
        const fragment = fragments.get(selection.name.value);
        if (fragment) visit(fragment.selectionSet);
      }
    }
  };
  visit(selections);
  return found;
}

function measurer(schema: GraphQLSchema, document: DocumentNode, variables: Variables) {
  const fragments = fragmentsOf(document);
  const measured = new Map<string, Size>();

  const measure = (set: SelectionSetNode, type: GraphQLNamedType | undefined, pageSize: number): Size => {
    let sum = NONE;
    for (const selection of set.selections) {
      sum = add(sum, ofSelection(selection, type, pageSize), selection.directives?.length ?? 0);
    }
    return sum;
  };

  const ofSelection = (selection: SelectionNode, type: GraphQLNamedType | undefined, pageSize: number): Size => {
    if (selection.kind === Kind.FIELD) return ofField(selection, type, pageSize);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value, pageSize);
    const on = selection.typeCondition ? schema.getType(selection.typeCondition.name.value) : type;
    return measure(selection.selectionSet, on, pageSize);
  };

  const ofFragment = (name: string, pageSize: number): Size => {
    const key = `${pageSize} ${name}`;
    const known = measured.get(key);
    if (known) return known;
    const fragment = fragments.get(name);
    const size = fragment
      ? measure(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value), pageSize)
      : NONE;
    measured.set(key, size);
    return size;
  };

  const ofField = (field: FieldNode, parent: GraphQLNamedType | undefined, pageSize: number): Size => {
    const aliases = field.alias ? 1 : 0;
    const definition =
      isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[field.name.value] : undefined;
    // Fields of the schema itself are refused in production, and harmless elsewhere.
    if (!definition || !field.selectionSet) return { ...NONE, depth: 1, aliases };
    const type = getNamedType(definition.type);
    const inner = measure(field.selectionSet, type, isConnection(type) ? pageSizeOf(field, variables) : 1);
    const members = !isListType(getNullableType(definition.type)) ? 1 : isConnection(parent) ? pageSize : LIST_SIZE;
    return {
      depth: inner.depth + 1,
      aliases: inner.aliases + aliases,
      directives: inner.directives,
      cost: isCompositeType(type) ? members * (1 + inner.cost) : 0,
    };
  };
  return measure;
}

function add(sum: Size, size: Size, directives: number): Size {
  return {
    depth: Math.max(sum.depth, size.depth),
    aliases: sum.aliases + size.aliases,
    directives: sum.directives + size.directives + directives,
    cost: sum.cost + size.cost,
  };
}

function isConnection(type: GraphQLNamedType | undefined): boolean {
  return type?.name.endsWith('Connection') ?? false;
}

function pageSizeOf(field: FieldNode, variables: Variables): number {
  const argument = field.arguments?.find(
    ({ name, value }) => ['first', 'last'].includes(name.value) && value.kind !== Kind.NULL,
  );
  if (!argument) return PAGE_SIZE;
  const { value } = argument;
  const given =
    value.kind === Kind.INT ? Number(value.value) : value.kind === Kind.VARIABLE ? variables[value.name.value] : null;
  if (given === undefined || given === null) return PAGE_SIZE;
  return typeof given === 'number' && given >= 0 ? Math.min(given, PAGE_LIMIT) : PAGE_LIMIT;
}
