import { LIMITS } from '@switchboard/model/limits';
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
  /** Maximum objects of the result, estimated from page sizes. */
  readonly cost: number;
};

export const OPERATION_LIMITS: OperationLimits = {
  depth: 12,
  aliases: 30,
  rootFields: 10,
  directives: 20,
  cost: 5_000,
};
/** Tokens of a document; checked while it is parsed. */
export const TOKEN_LIMIT = 2_000;

/** Assumed members of a list without paging that is not in `LISTS`. */
const LIST_SIZE = 5;
/** Rows of a page of declarations: selectors and dashboards request all declarations of an account. */
const DECLARATIONS = 1_000;
/** Rows of a page without `first` and `last`. */
const PAGE_SIZE = 50;

type Variables = Readonly<Record<string, unknown>>;
type ArgumentOf = (name: string) => unknown;
/** Members of the next list, then of the lists in its members, and so on; deeper lists have `LIST_SIZE`. */
type ListSizes = readonly number[];

const declarations = (of: ArgumentOf): ListSizes => [numberOf(of('first') ?? of('last'), DECLARATIONS, DECLARATIONS)];
const journals = (of: ArgumentOf): ListSizes => [
  ...(of('name') == null ? declarations(of) : [1]),
  // Besides the days before today there are today and no day. A day is a few numbers out of one statement and leads
  // nowhere, so a month of them counts as one object: all days of all declarations may be asked for once, not twice.
  Math.ceil((numberOf(of('lookback_days'), 30, 92) + 2) / 32),
];

const filesOf = (of: ArgumentOf): number => {
  const opened = of('opened_paths');
  const most = Array.isArray(opened) ? Math.min(opened.length, LIMITS.openedFiles) : LIMITS.changelistFiles;
  return numberOf(of('first'), most, most);
};

/** Sizes of lists and connections by their arguments. */
export const LISTS: Readonly<Record<string, (of: ArgumentOf) => ListSizes>> = {
  'Query.import_status': journals,
  'Query.export_status': journals,
  'Query.source_bundles': (of) => (of('importName') ? [1] : declarations(of)),
  'Query.sbs_schemas': (of) => (of('importName') ? [1] : declarations(of)),
  'Query.export_declarations': declarations,
  'Changelist.files': (of) => [filesOf(of)],
  'ChangelistDiff.modified_files': () => [LIMITS.changelistFiles],
  'ChangelistDiff.created_files': () => [LIMITS.changelistFiles],
  'ChangelistDiff.deleted_files': () => [LIMITS.changelistFiles],
  'ChangelistDiff.unchanged_files': () => [LIMITS.changelistFiles],
  'Flow.events': () => [50],
  // 26 months of five projects and three purposes.
  'RowsReport.rows': () => [390],
  // The number of declarations is not limited: this size lets an operation request them once.
  'Homepage.downloads': () => [200],
  'Homepage.uploads': () => [200],
  'AssetGraph.assets': () => [1_000],
  // At most 20,000, out of a few statements: this size lets an operation request a day once.
  'Timeline.units': () => [700],
};

/**
 * Maximum objects of the first use of a root field in an operation, for queries of the console with a known size: 1000
 * declarations with tables, keys, fields, volumes and uploads, or 10,000 files. Further uses count towards the limit of the operation.
 */
export const FIELD_BUDGETS: Readonly<Record<string, number>> = {
  // The files of a changelist once, with room for what it holds besides.
  'Query.changelist': 12_000,
  'Query.published_changelist': 12_000,
  // A file is in one list only: at most 20,000 files are returned.
  'Query.changelist_diff': 41_000,
  'Query.source_bundles': 90_000,
  'Query.sbs_schemas': 90_000,
  'Query.export_declarations': 40_000,
};

type Size = { readonly depth: number; readonly aliases: number; readonly directives: number; readonly cost: number };
const NONE: Size = { depth: 0, aliases: 0, directives: 0, cost: 0 };

/**
 * The limit that a valid operation exceeds, or null. A fragment counts as often as it is used. It is measured once for each
 * combination of list sizes around it, so that measuring takes linear time.
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
  if (rootFields > limits.rootFields) return `It has ${rootFields} root fields; ${limits.rootFields} is the limit.`;
  if (directives > limits.directives) return `It has ${directives} directives; ${limits.directives} is the limit.`;
  const costs = fields.map((field) => ({
    name: `${root?.name}.${field.name.value}`,
    cost: measureField(field, root ?? undefined).cost,
  }));
  return exceededCost(costs, limits.cost);
}

/** The budget that the root fields exceed, or null. The first use of a field with a budget counts towards that budget only. */
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
  `It could return ${cost} objects; ${limit} is the limit. Ask for smaller pages.`;

/** Default values of variables. */
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

/** The root fields of an operation, including those in fragments. A valid document has no recursive fragments. */
export function rootFieldsOf(document: DocumentNode, selections: SelectionSetNode): FieldNode[] {
  const fragments = fragmentsOf(document);
  const found: FieldNode[] = [];
  const visit = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      // More than any limit allows, so the exact number does not matter.
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
    // Introspection is refused in production, and harmless elsewhere.
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

/** The value of an argument; undefined or null when it is not given. */
function argumentOf(field: FieldNode, name: string, variables: Variables): unknown {
  const argument = field.arguments?.find((each) => each.name.value === name);
  return argument && valueFromASTUntyped(argument.value, variables);
}

function pageSizeOf(of: ArgumentOf): number {
  return numberOf(of('first') ?? of('last'), PAGE_SIZE, PAGE_LIMIT);
}

/** A value that is not a valid number counts as the maximum, as does a greater number. */
function numberOf(given: unknown, fallback: number, max: number): number {
  if (given === undefined || given === null) return fallback;
  return typeof given === 'number' && given >= 0 ? Math.min(given, max) : max;
}
