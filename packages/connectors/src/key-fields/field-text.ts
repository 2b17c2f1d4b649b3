import type { KeyProperties } from '../spec.ts';

/** A key's property as text; undefined when it is absent or blank. */
export function fieldText(key: KeyProperties, field: string): string | undefined {
  const found = Object.hasOwn(key.properties, field) ? key.properties[field] : undefined;
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found.trim() !== '' ? found : undefined;
}
