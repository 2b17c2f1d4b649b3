import type { KeyProperties } from '@switchboard/connectors';
import { findKeyType, secretFieldsOf } from '@switchboard/model/key-types/key-types';
import type { KeyToStore } from '../src/identity/keys/add-key.ts';

/** A key as a person saves it: the values of its secret fields are apart from the others. */
export function keyToStore(key: KeyProperties): KeyToStore {
  const type = findKeyType(key.type);
  if (!type) throw new Error(`There is no key type ${key.type}.`);
  const secretFields = secretFieldsOf(type);
  const values = Object.entries(key.properties);
  return {
    name: key.name,
    type: key.type,
    properties: Object.fromEntries(values.filter(([field]) => !secretFields.includes(field))),
    secrets: Object.fromEntries(
      values.filter(([field]) => secretFields.includes(field)).map(([field, value]) => [field, String(value)]),
    ),
  };
}
