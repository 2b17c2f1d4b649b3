import { type ColumnType, headerKey } from '@switchboard/model/schema';
import { type JsonValue, LongNumber } from '../../values/json-value.ts';

/** A record within a column: which of its declared fields its values have. */
type Level = {
  /** The column's name and those of the records around it, each with a point behind it. */
  readonly path: string;
  readonly fields: readonly { readonly name: string; isFound: boolean; readonly inner: Level | null }[];
  /** The field of each key so far; null for keys that are not declared. */
  readonly keys: Map<string, Level['fields'][number] | null>;
  isRead: boolean;
};

const MAX_KEYS = 1000;

/** The record of a type, or that of the elements of a list. */
function levelOf(type: ColumnType, path: string): Level | null {
  if (type.kind === 'list') return levelOf(type.element, path);
  if (type.kind !== 'record') return null;
  const fields = type.fields.map(({ name, type: inner }) => ({
    name,
    isFound: false,
    inner: levelOf(inner, `${path}${name}.`),
  }));
  return { path, fields, keys: new Map(), isRead: false };
}

const isComplete = (level: Level): boolean =>
  level.fields.every(({ isFound, inner }) => isFound && (inner === null || isComplete(inner)));

function note(level: Level, value: JsonValue | undefined): void {
  if (Array.isArray(value)) {
    for (const element of value as readonly JsonValue[]) note(level, element);
    return;
  }
  if (typeof value !== 'object' || value === null || value instanceof LongNumber) return;
  level.isRead = true;
  const record = value as { readonly [name: string]: JsonValue };
  for (const key in record) {
    let field = level.keys.get(key);
    if (field === undefined) {
      field = level.fields.find(({ name }) => headerKey(name) === headerKey(key)) ?? null;
      if (level.keys.size < MAX_KEYS) level.keys.set(key, field);
    }
    if (field === null) continue;
    field.isFound = true;
    if (field.inner !== null) note(field.inner, record[key]);
  }
}

const allLevels = (level: Level): readonly Level[] => [
  level,
  ...level.fields.flatMap(({ inner }) => (inner === null ? [] : allLevels(inner))),
];

/** Tracks the declared fields of records within columns: found, or unknown because no such record was read. */
export class NestedFields {
  private readonly levels: (Level | null)[];

  /** `columns` are in the order of the values that are noted. */
  constructor(columns: readonly { readonly name: string; readonly type: ColumnType }[]) {
    this.levels = columns.map(({ name, type }) => levelOf(type, `${name}.`));
  }

  /** Notes the fields of a record's values. Of columns whose fields were all found nothing more is read. */
  add(values: readonly (JsonValue | undefined)[]): void {
    for (let index = 0; index < this.levels.length; index += 1) {
      const level = this.levels[index];
      if (level == null) continue;
      note(level, values[index]);
      if (isComplete(level)) this.levels[index] = null;
    }
  }

  result(): {
    readonly absent: readonly string[];
    readonly unread: readonly string[];
    readonly names: readonly string[];
  } {
    const levels = this.levels.flatMap((level) => (level === null ? [] : allLevels(level)));
    const lacking = (isRead: boolean): readonly string[] =>
      levels
        .filter((level) => level.isRead === isRead)
        .flatMap(({ path, fields }) => fields.filter(({ isFound }) => !isFound).map(({ name }) => path + name));
    const names = levels.flatMap(({ path, keys }) => [...keys.keys()].map((key) => path + key));
    return { absent: lacking(true), unread: lacking(false), names };
  }
}
