import type { NestedFields } from './nested-fields.ts';

/** The declared columns, and fields of records in them, that the well-formed records of a part have. Plain data, which crosses threads. */
export type RecordFields = {
  /** Names in the file of those that none of them has, in declared order; fields with the names around them. */
  readonly absent: readonly string[];
  /** Fields of which nothing is known, because the record they belong to was null or absent in all of them. */
  readonly unread: readonly string[];
  /** Names of the fields that they have: the first of them, and none when nothing is absent. */
  readonly names: readonly string[];
};

/** Names that a message can need. */
const MAX_NAMES = 200;

/** Joins the fields of two parts of a file. Null: a part has no well-formed record. */
export function joinFields(one: RecordFields | null, other: RecordFields | null): RecordFields | null {
  if (one === null || other === null) return one ?? other;
  const mayLack = ({ absent, unread }: RecordFields, name: string): boolean =>
    absent.includes(name) || unread.includes(name);
  const absent = [
    ...one.absent.filter((name) => mayLack(other, name)),
    ...one.unread.filter((name) => other.absent.includes(name)),
  ];
  const unread = one.unread.filter((name) => other.unread.includes(name));
  if (absent.length === 0) return { absent, unread, names: [] };
  return { absent, unread, names: [...new Set([...one.names, ...other.names])].slice(0, MAX_NAMES) };
}

/** The declared columns that records are searched for, by their names in the file. `read` counts the well-formed records. */
export function recordFields(
  wanted: readonly { readonly header: string; readonly isFound: boolean }[],
  names: Iterable<string>,
  nested: NestedFields,
  read: number,
): RecordFields | null {
  if (read === 0) return null;
  const within = nested.result();
  const absent = [...wanted.filter(({ isFound }) => !isFound).map(({ header }) => header), ...within.absent];
  const found = absent.length === 0 ? [] : [...within.names, ...names].slice(0, MAX_NAMES);
  return { absent, unread: within.unread, names: found };
}
