/** Binds a value to a name, so that it is written and computed once. TRY would accept no aggregates. */
export function bound(value: string, name: string, result: string): string {
  return `list_extract(list_transform([${value}], lambda ${name}: ${result}), 1)`;
}
