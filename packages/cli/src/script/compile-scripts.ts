import { CONNECTORS } from '@switchboard/connectors/registry';
import { type Compilation, compile, type Declaration } from '@switchboard/language';
import type { Catalog } from '@switchboard/model/catalog';
import type { ScriptFile } from './read-scripts.ts';

type KnownKey = Catalog['keys'][number];

/** The catalog that scripts are compiled against, as far as it is known. `keyType` gives the type of a key that the script names. */
export type Surroundings = Partial<Catalog> & { readonly keyType?: (name: string) => string | null };

/**
 * Compiles script files against the connectors that this program has, unless others are given. No server is asked for keys:
 * without any given, each that the script names is there, with the type that `keyType` gives, or else with one that fits.
 */
export function compileScripts(files: readonly ScriptFile[], surroundings: Surroundings = {}): Compilation {
  const { connectors = CONNECTORS.map((connector) => connector.spec), keyType = () => null } = surroundings;
  if (surroundings.keys !== undefined) return compile(files, { connectors, keys: surroundings.keys });
  const first = compile(files, { connectors, keys: [] });
  const keys = assumedKeys(first.declarations, connectors, keyType);
  return keys.length === 0 ? first : compile(files, { connectors, keys });
}

/** Every key that declarations name, as if it were there: with the type that `keyType` gives, or else with one that fits. */
export function assumedKeys(
  declarations: readonly Pick<Declaration, 'key_name' | 'connector_type' | 'parameters'>[],
  connectors: Catalog['connectors'],
  keyType: (name: string) => string | null = () => null,
): readonly KnownKey[] {
  const keys = new Map<string, KnownKey>();
  for (const { key_name, connector_type: connector, parameters } of declarations) {
    const fitting = connectors.find((spec) => spec.name === connector?.split(':')[0])?.keyTypes[0] ?? 'unknown';
    for (const name of [key_name, testKeyOf(parameters)])
      if (name !== null && !keys.has(name)) keys.set(name, { name, type: keyType(name) ?? fitting, status: 'active' });
  }
  return [...keys.values()];
}

/** The key that the `test` parameters of an upload name. */
function testKeyOf({ test }: Declaration['parameters']): string | null {
  const key = typeof test === 'object' && test !== null && 'key' in test ? test['key'] : null;
  return typeof key === 'string' ? key : null;
}
