import { unreadable } from '../../files/file-fault.ts';

/** An Avro type as the reader needs it; named types are resolved. */
export type AvroType =
  | {
      readonly kind: 'null' | 'boolean' | 'int' | 'long' | 'float' | 'double' | 'bytes' | 'string';
      readonly logical: Logical;
    }
  | { readonly kind: 'fixed'; readonly size: number; readonly logical: Logical }
  | { readonly kind: 'enum'; readonly symbols: readonly string[] }
  | { readonly kind: 'array' | 'map'; readonly element: AvroType }
  | { readonly kind: 'union'; readonly branches: readonly AvroType[] }
  | { readonly kind: 'record'; readonly fields: AvroField[] };

export type AvroField = { readonly name: string; readonly type: AvroType };

/** The logical type of a plain type: its name, and a decimal's precision, null where it has none, and scale. */
export type Logical = { readonly name: string; readonly precision: number | null; readonly scale: number } | null;

export type AvroRecord = Extract<AvroType, { kind: 'record' }>;

const PLAIN = new Set(['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string'] as const);
type Plain = typeof PLAIN extends Set<infer T> ? T : never;
const isPlain = (name: string): name is Plain => (PLAIN as Set<string>).has(name);
const DEEPEST = 64;

type Json = { readonly [name: string]: unknown };
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a file's schema, which must be a record. Throws FileFault FORMAT_UNREADABLE. */
export function avroSchema(text: string, file: string): AvroRecord {
  const fail = (reason: string): never => {
    throw unreadable(file, 'avro', reason);
  };
  const named = new Map<string, AvroType>();

  const textOf = (value: unknown, what: string): string =>
    typeof value === 'string' ? value : fail(`its schema has a type without ${what}`);
  const listOf = (value: unknown, what: string): readonly unknown[] =>
    Array.isArray(value) ? value : fail(`its schema has a type without ${what}`);
  const fullName = (name: string, space: string): string =>
    name.includes('.') || space === '' ? name : `${space}.${name}`;
  const logicalOf = (json: Json): Logical => {
    if (typeof json['logicalType'] !== 'string') return null;
    const scale = json['scale'] ?? 0;
    const { precision } = json;
    return {
      name: json['logicalType'],
      precision: typeof precision === 'number' && Number.isInteger(precision) && precision > 0 ? precision : null,
      scale: typeof scale === 'number' && scale >= 0 && scale <= 255 ? scale : 0,
    };
  };

  const read = (json: unknown, space: string, depth: number): AvroType => {
    if (depth > DEEPEST) return fail('its schema is nested too deep');
    if (typeof json === 'string') {
      if (isPlain(json)) return { kind: json, logical: null };
      return named.get(fullName(json, space)) ?? named.get(json) ?? fail(`its schema names no type ${json}`);
    }
    if (Array.isArray(json)) return { kind: 'union', branches: json.map((branch) => read(branch, space, depth + 1)) };
    if (!isObject(json)) return fail('its schema is none');
    const type = json['type'];
    if (typeof type !== 'string') return read(type, space, depth + 1);
    if (isPlain(type)) return { kind: type, logical: logicalOf(json) };
    if (type === 'array') return { kind: 'array', element: read(json['items'], space, depth + 1) };
    if (type === 'map') return { kind: 'map', element: read(json['values'], space, depth + 1) };
    if (type !== 'record' && type !== 'error' && type !== 'enum' && type !== 'fixed')
      return read(type, space, depth + 1);
    const name = fullName(
      textOf(json['name'], 'a name'),
      typeof json['namespace'] === 'string' ? json['namespace'] : space,
    );
    if (type === 'enum') {
      const symbols = listOf(json['symbols'], 'symbols').map((symbol) => textOf(symbol, 'symbols'));
      const found: AvroType = { kind: 'enum', symbols };
      named.set(name, found);
      return found;
    }
    if (type === 'fixed') {
      const size = json['size'];
      if (typeof size !== 'number' || !Number.isInteger(size) || size < 0) return fail('its schema has a wrong size');
      const found: AvroType = { kind: 'fixed', size, logical: logicalOf(json) };
      named.set(name, found);
      return found;
    }
    // Known before its fields are: one of them may be of this very type.
    const found: AvroRecord = { kind: 'record', fields: [] };
    named.set(name, found);
    const inner = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : '';
    for (const field of listOf(json['fields'], 'fields')) {
      if (!isObject(field)) return fail('its schema has a wrong field');
      found.fields.push({ name: textOf(field['name'], 'a name'), type: read(field['type'], inner, depth + 1) });
    }
    return found;
  };

  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail('its schema is not JSON');
  }
  const top = read(json, '', 0);
  return top.kind === 'record' ? top : fail('its values are no records');
}
