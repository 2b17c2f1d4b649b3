/** The value at a dotted path of a JSON text; undefined where there is none, or no JSON. */
export function readJsonField(text: string, path: string): unknown {
  try {
    return path.split('.').reduce<unknown>((value, name) => {
      const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
      return isObject ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
    }, JSON.parse(text));
  } catch {
    return undefined;
  }
}
