import type { ColumnType } from '@switchboard/model/schema';

/** The strings, the numbers and the rest of a JSON text. */
const JSON_TOKENS = String.raw`"(?:[^"\\]|\\.)*"|-?[0-9.][0-9.eE+-]*|[^"0-9.-]+`;

/** Whether decimals without digits before the point stand in a type: the database writes `.5`, which is not valid JSON. */
function containsBare(type: ColumnType): boolean {
  if (type.kind === 'list') return containsBare(type.element);
  if (type.kind === 'record') return type.fields.some((field) => containsBare(field.type));
  return type.kind === 'decimal' && type.precision === type.scale;
}

const withZero = (text: string): string => String.raw`regexp_replace(${text}, '^(-?)[.]', '\10.')`;

/** SQL of a JSON text whose numbers have a digit before the point. `types` are those of the values in it. */
export function validJson(json: string, types: readonly ColumnType[]): string {
  if (!types.some(containsBare)) return json;
  return `array_to_string(list_transform(regexp_extract_all(${json}, '${JSON_TOKENS}'), lambda t: ${withZero('t')}), '')`;
}

/** SQL of a value as it is uploaded in texts: records and lists as JSON; other types as they are, for the database to write. */
export function uploadedValue(value: string, type: ColumnType): string {
  if (type.kind === 'record' || type.kind === 'list') return validJson(`CAST(to_json(${value}) AS VARCHAR)`, [type]);
  return containsBare(type) ? withZero(`CAST(${value} AS VARCHAR)`) : value;
}
