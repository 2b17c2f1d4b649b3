import { headerKey } from '../schema.ts';

/**
 * A column that the files of a download had. `use`: whether the script declares it, takes it as one of all other columns (`*`),
 * or ignores it.
 */
export type DeliveredColumn = {
  /** Name as written in the files. */
  readonly name: string;
  /** The type that it is read as, as scripts write it; null for a column that is ignored or had no value. */
  readonly type: string | null;
  readonly nullable: boolean | null;
  readonly use: 'declared' | 'kept' | 'ignored';
};

/** The columns of the files of one download. */
export type Delivery = {
  /** Whether they come from a header, which has every column in order; else from the keys of documents or the declaration. */
  readonly hasHeader: boolean;
  readonly columns: readonly DeliveredColumn[];
};

/** Difference of a column between two deliveries. `script`: a change of the declaration, not of the files. */
export type ColumnChange = {
  readonly kind: 'added' | 'removed' | 'renamed' | 'moved' | 'type' | 'nullable' | 'use';
  /** The former name, for a column that was renamed. */
  readonly column: string;
  /** The former name, type, nullability or use; null where there is none. */
  readonly before: string | null;
  readonly after: string | null;
  readonly cause: 'source' | 'script';
};

type Found = { readonly before: DeliveredColumn; readonly after: DeliveredColumn };

/**
 * The differences between two deliveries. Names that headers treat alike are the same column. A type that is inferred counts as
 * changed only when it holds values that did not fit the former one.
 */
export function compareDeliveries(before: Delivery, after: Delivery): readonly ColumnChange[] {
  const former = byKey(visible(before, after));
  const current = byKey(visible(after, before));
  const added = [...current].filter(([key]) => !former.has(key)).map(([, column]) => column);
  const removed = [...former].filter(([key]) => !current.has(key)).map(([, column]) => column);
  const common = [...former].flatMap(([key, column]): Found[] => {
    const found = current.get(key);
    return found === undefined ? [] : [{ before: column, after: found }];
  });
  const isScript = ({ use }: DeliveredColumn): boolean => use === 'declared' && !(before.hasHeader && after.hasHeader);
  const renamed = renamedColumns(before, after, removed, added);
  const isRenamed = new Set([...renamed].flat());
  const rest = (columns: readonly DeliveredColumn[]) => columns.filter((column) => !isRenamed.has(column));
  return [
    ...renamed.map(([one, other]): ColumnChange => change('renamed', one, one.name, other.name, 'source')),
    ...rest(removed)
      // Documents leave keys out.
      .filter((column) => after.hasHeader || isScript(column))
      .map((column) => change('removed', column, column.type, null, isScript(column) ? 'script' : 'source')),
    ...rest(added).map((column) => change('added', column, null, column.type, isScript(column) ? 'script' : 'source')),
    ...common.flatMap(changesOfColumn),
    ...(before.hasHeader && after.hasHeader ? movedColumns(common, current) : []),
  ];
}

/** Merges a delivery into the stored one: types and keys that the later one does not show are kept. */
export function mergeDelivery(before: Delivery, after: Delivery): Delivery {
  const former = byKey(before.columns);
  const columns = after.columns.map((column) => {
    const known = former.get(headerKey(column.name));
    return known !== undefined && isInferred(known, column) && fits(column.type, known.type)
      ? { ...column, type: known.type }
      : column;
  });
  if (after.hasHeader || before.hasHeader) return { ...after, columns };
  const current = byKey(columns);
  const left = before.columns.filter(({ name, use }) => use === 'kept' && !current.has(headerKey(name)));
  return { ...after, columns: [...columns, ...left] };
}

const byKey = (columns: readonly DeliveredColumn[]): ReadonlyMap<string, DeliveredColumn> =>
  new Map(columns.map((column) => [headerKey(column.name), column]));

/** Columns that the other delivery could show, too: without a header nothing is known of those that are ignored. */
const visible = ({ columns }: Delivery, other: Delivery): readonly DeliveredColumn[] =>
  other.hasHeader ? columns : columns.filter(({ use }) => use !== 'ignored');

function change(
  kind: ColumnChange['kind'],
  { name }: DeliveredColumn,
  before: string | null,
  after: string | null,
  cause: ColumnChange['cause'],
): ColumnChange {
  return { kind, column: name, before, after, cause };
}

const isInferred = (before: DeliveredColumn, after: DeliveredColumn): boolean =>
  before.use === 'kept' && after.use === 'kept';

/** Whether all values of a type fit another one. No value fits every type. */
function fits(type: string | null, into: string | null): boolean {
  if (type === null || type === into || into === 'string') return true;
  if (type === 'integer') return into === 'float' || into?.startsWith('decimal') === true;
  if (type.startsWith('decimal')) return into === 'float';
  return type === 'date' && into === 'datetime';
}

function changesOfColumn({ before, after }: Found): readonly ColumnChange[] {
  if (before.use !== after.use) return [change('use', before, before.use, after.use, 'script')];
  const inferred = isInferred(before, after);
  const changes: ColumnChange[] = [];
  const isSame = inferred ? before.type === null || fits(after.type, before.type) : before.type === after.type;
  if (!isSame) changes.push(change('type', before, before.type, after.type, inferred ? 'source' : 'script'));
  if (before.nullable !== after.nullable)
    changes.push(change('nullable', before, nullability(before), nullability(after), 'script'));
  return changes;
}

const nullability = ({ nullable }: DeliveredColumn): string => (nullable === false ? 'not null' : 'nullable');

/** Columns that disappeared while another one appeared at the same place of a header with as many columns. */
function renamedColumns(
  before: Delivery,
  after: Delivery,
  removed: readonly DeliveredColumn[],
  added: readonly DeliveredColumn[],
): readonly (readonly [DeliveredColumn, DeliveredColumn])[] {
  if (!before.hasHeader || !after.hasHeader || before.columns.length !== after.columns.length) return [];
  return removed.flatMap((column) => {
    const other = after.columns[before.columns.indexOf(column)];
    return other !== undefined && added.includes(other) ? [[column, other] as const] : [];
  });
}

/** Columns that both deliveries have, in another order. The fewest that explain it are those out of the longest ordered row. */
function movedColumns(
  common: readonly Found[],
  current: ReadonlyMap<string, DeliveredColumn>,
): readonly ColumnChange[] {
  const placeOf = new Map([...current.values()].map((column, place) => [column, place]));
  const places = common.map(({ after }) => placeOf.get(after) ?? 0);
  const kept = longestIncreasing(places);
  return common.flatMap(({ before, after }, index) =>
    kept.has(index)
      ? []
      : [change('moved', before, String(index + 1), String((placeOf.get(after) ?? 0) + 1), 'source')],
  );
}

/** The indexes of a longest increasing subsequence. */
function longestIncreasing(values: readonly number[]): ReadonlySet<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [index, value] of values.entries()) {
    const at = tails.findIndex((tail) => (values[tail] ?? 0) >= value);
    const place = at < 0 ? tails.length : at;
    previous[index] = tails[place - 1] ?? -1;
    tails[place] = index;
  }
  const kept = new Set<number>();
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) kept.add(at);
  return kept;
}

/** The differences that break a contract. The order of columns and changes of the script do not. */
export function contractDeviations(contract: Delivery, delivered: Delivery): readonly ColumnChange[] {
  return compareDeliveries(contract, delivered).filter(({ kind, cause }) => cause === 'source' && kind !== 'moved');
}

const SHOWN = 10;
const NAME_LENGTH = 60;
const nameOf = (name: string): string => name.replace(/\p{Cc}/gu, '').slice(0, NAME_LENGTH);

/** A difference in words: "added `region`". */
export function columnChangeText({ kind, column, before, after }: ColumnChange): string {
  const name = `\`${nameOf(column)}\``;
  switch (kind) {
    case 'added':
    case 'removed':
      return `${kind} ${name}`;
    case 'renamed':
      return `renamed ${name} to \`${nameOf(after ?? '')}\``;
    case 'moved':
      return `moved ${name} from place ${before} to ${after}`;
    default:
      return `${kind === 'use' ? '' : `${kind} of `}${name} from ${before ?? 'unknown'} to ${after ?? 'unknown'}`;
  }
}

/** The first differences in words, and how many more there are. */
export function columnChangesText(changes: readonly ColumnChange[]): string {
  const more = changes.length > SHOWN ? ` and ${changes.length - SHOWN} more` : '';
  return changes.slice(0, SHOWN).map(columnChangeText).join(', ') + more;
}
