import type { KeyProperties } from '@switchboard/connectors';
import type { PlanKey } from '@switchboard/model/plan';
import { UsageError } from '../exit.ts';
import type { Environment } from '../terminal/terminal.ts';
import { findKey, type GivenKey, keyVariable } from './keys.ts';

/** Every key that the declarations name. Throws UsageError that names which is missing and how to give it. */
export function neededKeys(
  declarations: readonly { readonly name: string; readonly key: PlanKey | null }[],
  keyFile: ReadonlyMap<string, GivenKey>,
  env: Environment,
): ReadonlyMap<string, KeyProperties> {
  const keys = new Map<string, KeyProperties>();
  for (const { name, key } of declarations) {
    if (key === null) continue;
    const found = findKey(key.name, keyFile, env);
    if (found === null) {
      throw new UsageError(
        `${name} needs the key ${key.name}. Give it in a file (--keys) or in ${keyVariable(key.name)}.`,
      );
    }
    keys.set(key.name, { ...found, type: found.type ?? 'unknown' });
  }
  return keys;
}
