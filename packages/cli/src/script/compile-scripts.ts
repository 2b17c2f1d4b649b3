import { CONNECTORS } from '@switchboard/connectors';
import { type Compilation, compile } from '@switchboard/language';
import type { Catalog } from '@switchboard/model';
import type { ScriptFile } from './read-scripts.ts';

type KnownKey = Catalog['keys'][number];

/**
 * Compiles script files against the connectors that this program has. No server is asked for keys: `keyType` tells the
 * type of each key that the script names; where it tells none, the key is taken to fit.
 */
export function compileScripts(
  files: readonly ScriptFile[],
  keyType: (name: string) => string | null = () => null,
): Compilation {
  const connectors = CONNECTORS.map((connector) => connector.spec);
  const first = compile(files, { connectors, keys: [] });
  const keys = new Map<string, KnownKey>();
  for (const { key_name: name, connector_type: connector } of first.declarations) {
    if (name === null || keys.has(name)) continue;
    const fitting = connectors.find((spec) => spec.name === connector?.split(':')[0])?.keyTypes[0] ?? 'unknown';
    keys.set(name, { name, type: keyType(name) ?? fitting, status: 'active' });
  }
  return keys.size === 0 ? first : compile(files, { connectors, keys: [...keys.values()] });
}
