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
  valueFromASTUntyped,
} from 'graphql';
import { PAGE_LIMIT } from '../../graphql/paging.ts';

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

/** Members that a list without paging is taken to have, unless `LISTS` knows it. */
const LIST_SIZE = 5;
/** Rows of a page of declarations: all that an account publishes, for selectors and dashboards. */
const DECLARATIONS = 1_000;
/** Rows of a page that does not say how many. */
const PAGE_SIZE = 50;

type Variables = Readonly<Record<string, unknown>>;
type ArgumentOf = (name: string) => unknown;
/** Members of the next list, then of the lists in its members, and so on; lists beyond have `LIST_SIZE`. */
type ListSizes = readonly number[];

const declarations = (of: ArgumentOf): ListSizes => [numberOf(of('first') ?? of('last'), DECLARATIONS, DECLARATIONS)];
const journals = (of: ArgumentOf): ListSizes => [
  ...(of('name') == null ? declarations(of) : [1]),
  // Besides the days before today there are today and no day. A day is a few numbers out of one statement and leads
  // nowhere, so a month of them counts as one object: all days of all declarations may be asked for once, not twice.
  Math.ceil((numberOf(of('lookback_days'), 30, 92) + 2) / 32),
];

/** Lists and connections with sizes of their own, by what they are asked with. */
export const LISTS: Readonly<Record<string, (of: ArgumentOf) => ListSizes>> = {
  'Query.import_status': journals,
  'Query.export_status': journals,
  'Query.source_bundles': declarations,
  'Query.export_declarations': declarations,
  'Flow.events': () => [50],
  // All that is published has no upper bound: as many as let it be asked for whole, once.
  'Homepage.downloads': () => [200],
  'Homepage.uploads': () => [200],
};

/**
 * Objects that the first use of a root field in an operation may answer with, for calls that the console makes at a stated
 * size: 1000 declarations with tables, fields and uploads. Further uses count towards the limit of the operation.
 */
export const FIELD_BUDGETS: Readonly<Record<string, number>> = {
  'Query.source_bundles': 40_000,
  'Query.export_declarations': 40_000,
};

type Size = { readonly depth: number; readonly aliases: number; readonly directives: number; readonly cost: number };
const NONE: Size = { depth: 0, aliases: 0, directives: 0, cost: 0 };

/**
 * Says which limit a valid operation breaks, or null. Fragments count as often as they are used, whatever they are called;
 * each is measured once for each size of lists it stands in, so that measuring is linear.
 */
export function brokenLimit(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  limits: OperationLimits = OPERATION_LIMITS,
): string | null {
  const root = schema.getRootType(operation.operation);
  const given = { ...defaultsOf(operation), ...variables };
  const { measure, measureField } = measurer(schema, document, given);
  const size = measure(operation.selectionSet, root ?? undefined, []);
  const fields = rootFieldsOf(document, operation.selectionSet);
  const rootFields = fields.length;
  const directives = size.directives + (operation.directives?.length ?? 0);
  if (size.depth > limits.depth) return `It is nested ${size.depth} deep; ${limits.depth} is the limit.`;
  if (size.aliases > limits.aliases) return `It has ${size.aliases} aliases; ${limits.aliases} is the limit.`;
  if (rootFields > limits.rootFields) return `It asks ${rootFields} things at once; ${limits.rootFields} is the limit.`;
  if (directives > limits.directives) return `It has ${directives} directives; ${limits.directives} is the limit.`;
  const costs = fields.map((field) => ({
    name: `${root?.name}.${field.name.value}`,
    cost: measureField(field, root ?? undefined).cost,
  }));
  return exceededCost(costs, limits.cost);
}

/** Says which budget the root fields exceed, or null: the first use of a field with a budget has its own. */
function exceededCost(
  fields: readonly { readonly name: string; readonly cost: number }[],
  limit: number,
): string | null {
  const used = new Set<string>();
  let shared = 0;
  for (const { name, cost } of fields) {
    const budget = used.has(name) ? undefined : FIELD_BUDGETS[name];
    used.add(name);
    if (budget === undefined) shared += cost;
    else if (cost > budget) return tooLarge(cost, budget);
  }
  return shared > limit ? tooLarge(shared, limit) : null;
}

const tooLarge = (cost: number, limit: number): string =>
  `It could answer with ${cost} objects; ${limit} is the limit. Ask for smaller pages.`;

/** The values of variables that are not sent. */
function defaultsOf(operation: OperationDefinitionNode): Variables {
  return Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
}

function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
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

  const measure = (set: SelectionSetNode, type: GraphQLNamedType | undefined, sizes: ListSizes): Size => {
    let sum = NONE;
    for (const selection of set.selections) {
      sum = add(sum, ofSelection(selection, type, sizes), selection.directives?.length ?? 0);
    }
    return sum;
  };

  const ofSelection = (selection: SelectionNode, type: GraphQLNamedType | undefined, sizes: ListSizes): Size => {
    if (selection.kind === Kind.FIELD) return ofField(selection, type, sizes);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value, sizes);
    const on = selection.typeCondition ? schema.getType(selection.typeCondition.name.value) : type;
    return measure(selection.selectionSet, on, sizes);
  };

  const ofFragment = (name: string, sizes: ListSizes): Size => {
    const key = `${sizes.join(' ')} ${name}`;
    const known = measured.get(key);
    if (known) return known;
    const fragment = fragments.get(name);
    const size = fragment
      ? measure(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value), sizes)
      : NONE;
    measured.set(key, size);
    return size;
  };

  const ofField = (field: FieldNode, parent: GraphQLNamedType | undefined, sizes: ListSizes): Size => {
    const aliases = field.alias ? 1 : 0;
    const definition =
      isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[field.name.value] : undefined;
    // Fields of the schema itself are refused in production, and harmless elsewhere.
    if (!definition || !field.selectionSet) return { ...NONE, depth: 1, aliases };
    const type = getNamedType(definition.type);
    const of: ArgumentOf = (name) => argumentOf(field, name, variables);
    const own = LISTS[`${parent?.name}.${field.name.value}`]?.(of);
    const isList = isListType(getNullableType(definition.type));
    const [members = LIST_SIZE, ...rest] = isList && sizes.length > 0 ? sizes : (own ?? []);
    const deeper = isConnection(type) ? (own ?? [pageSizeOf(of)]) : isList ? rest : sizes;
    const inner = measure(field.selectionSet, type, deeper);
    return {
      depth: inner.depth + 1,
      aliases: inner.aliases + aliases,
      directives: inner.directives,
      cost: isCompositeType(type) ? (isList ? members : 1) * (1 + inner.cost) : 0,
    };
  };
  const measureField = (field: FieldNode, parent: GraphQLNamedType | undefined): Size => ofField(field, parent, []);
  return { measure, measureField };
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

/** What an argument is; undefined or null when it is not given. */
function argumentOf(field: FieldNode, name: string, variables: Variables): unknown {
  const argument = field.arguments?.find((each) => each.name.value === name);
  return argument && valueFromASTUntyped(argument.value, variables);
}

function pageSizeOf(of: ArgumentOf): number {
  return numberOf(of('first') ?? of('last'), PAGE_SIZE, PAGE_LIMIT);
}

/** What is no number counts as the most, like a number that is more. */
function numberOf(given: unknown, fallback: number, most: number): number {
  if (given === undefined || given === null) return fallback;
  return typeof given === 'number' && given >= 0 ? Math.min(given, most) : most;
}
