import { changedPlaceFields } from '@switchboard/model/key-binding';
import { withoutIdleSelectors } from '@switchboard/model/key-selectors';
import { type KeyProblem, keyProblem } from '@switchboard/model/key-types/key-problems';
import type { KeyField, KeyType, KeyValues } from '@switchboard/model/key-types/key-type';
import { secretFieldsOf, withPresentNames } from '@switchboard/model/key-types/key-types';
import { validateKeyProperties } from '@switchboard/model/key-types/validate-key-properties';
import { withDerivedProperties } from '@switchboard/model/service-account';
import type { KeyContent } from '../../../identity/keys/key-content.ts';
import { normalizeProperties, unstorable } from './read-properties.ts';

export type ComposedKey = {
  readonly content: KeyContent;
  /** The values of all fields, as a connector takes them. */
  readonly values: KeyValues;
  /** The fields that differ from what is stored. A secret that is given counts as different. */
  readonly changed: readonly KeyField[];
};

export type KeyChange = {
  readonly given: KeyValues;
  /** Whether `given` replaces everything that is stored. Otherwise what it leaves out stays, and null removes. */
  readonly replace: boolean;
};

const NOTHING: KeyContent = { properties: {}, secrets: {} };

/** A key's content after a change, or what is wrong with it by the description of its type. */
export function composeKey(
  type: KeyType,
  { given, replace }: KeyChange,
  stored: KeyContent = NOTHING,
): ComposedKey | readonly KeyProblem[] {
  const problems = unstorable(type, given);
  if (problems.length > 0) return problems;
  const change = normalizeProperties(type, given);
  const before = { ...known(type, stored.properties), ...known(type, stored.secrets) };
  const merged = { ...(replace ? {} : before), ...change };
  const present = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
  const values = withDerivedProperties(type, withoutIdleSelectors(type, present));
  const kept = secretFieldsOf(type).filter(
    (name) => !replace && Object.hasOwn(stored.secrets, name) && !Object.hasOwn(change, name),
  );
  const found = [...boundSecrets(type, before, values, kept), ...validateKeyProperties(type, values)];
  if (found.length > 0) return found;
  const secretNames = new Set(secretFieldsOf(type));
  const entries = Object.entries(values);
  return {
    values,
    content: {
      properties: Object.fromEntries(entries.filter(([name]) => !secretNames.has(name))),
      secrets: Object.fromEntries(
        entries.filter(([name]) => secretNames.has(name)).map(([name, value]) => [name, String(value)]),
      ),
    },
    changed: type.fields.filter(({ name, secret }) =>
      secret === true && Object.hasOwn(change, name)
        ? change[name] !== null || Object.hasOwn(before, name)
        : (before[name] ?? null) !== (values[name] ?? null),
    ),
  };
}

/** Stored secrets must be entered again when the place to which they are sent changes. */
function boundSecrets(
  type: KeyType,
  before: KeyValues,
  after: KeyValues,
  kept: readonly string[],
): readonly KeyProblem[] {
  const moved = changedPlaceFields(type, before, after);
  if (moved.length === 0) return [];
  const detail = moved.map(({ label }) => label).join(', ');
  return type.fields
    .filter(({ name }) => kept.includes(name))
    .map((field) => keyProblem('secret_required_again', field, detail));
}

/** Stored values of fields that the type still has, under their present names. */
function known(type: KeyType, values: KeyValues): KeyValues {
  const names = new Set(type.fields.map(({ name }) => name));
  return Object.fromEntries(Object.entries(withPresentNames(type, values)).filter(([name]) => names.has(name)));
}
