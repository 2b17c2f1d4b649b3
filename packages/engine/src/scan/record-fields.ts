/** Which declared columns the well-formed records of a part have. Plain data, which crosses threads. */
export type RecordFields = {
  /** Names in the file of the declared columns that none of them has, in declared order. */
  readonly absent: readonly string[];
  /** Names of the fields that they have: the first of them, and none when no column is absent. */
  readonly names: readonly string[];
};

/** Names that a message can need. */
const MAX_NAMES = 200;

/** Joins the fields of two parts of a file. Null: a part has no well-formed record. */
export function joinFields(one: RecordFields | null, other: RecordFields | null): RecordFields | null {
  if (one === null || other === null) return one ?? other;
  const absent = one.absent.filter((name) => other.absent.includes(name));
  if (absent.length === 0) return { absent, names: [] };
  return { absent, names: [...new Set([...one.names, ...other.names])].slice(0, MAX_NAMES) };
}

/** The declared columns that records are searched for, by their names in the file. `read` counts the well-formed records. */
export function recordFields(
  wanted: readonly { readonly header: string; readonly isFound: boolean }[],
  names: Iterable<string>,
  read: number,
): RecordFields | null {
  if (read === 0) return null;
  const absent = wanted.filter(({ isFound }) => !isFound).map(({ header }) => header);
  return { absent, names: absent.length === 0 ? [] : [...names].slice(0, MAX_NAMES) };
}
