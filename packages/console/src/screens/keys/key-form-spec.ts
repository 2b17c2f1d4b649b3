import { changedPlaceFields } from '@switchboard/model/key-binding';
import { withoutIdleSelectors } from '@switchboard/model/key-selectors';
import { keyProblem } from '@switchboard/model/key-types/key-problems';
import type { KeyType, KeyValues } from '@switchboard/model/key-types/key-type';
import { validateKeyProperties } from '@switchboard/model/key-types/validate-key-properties';
import type { FormField, FormProblem, FormSpec, FormValues } from '../../ui/form/form-spec.ts';
import { visibleFields } from '../../ui/form/form-values.ts';

/** No field of a key type may have these names: they would be mixed up with the key's own. */
const NAME = 'key:name';
const DESCRIPTION = 'key:description';

const OWN_FIELDS: readonly FormField[] = [
  { name: NAME, label: 'Key name', kind: 'text', required: true, doc: 'Scripts refer to the key by this name.' },
  { name: DESCRIPTION, label: 'Description', kind: 'text', doc: 'A note for people; optional.' },
];

/** Names of the fields of every key, which a test does without. */
export const OWN_FIELD_NAMES: readonly string[] = OWN_FIELDS.map(({ name }) => name);

/** The form of a key type: name and description of the key, then the fields of the type. */
export function keyFormSpec({ fields, groups }: KeyType): FormSpec {
  return { fields: [...OWN_FIELDS, ...fields], ...(groups === undefined ? {} : { groups }) };
}

/** A type with the fields that people enter. */
export const withEnteredFields = (type: KeyType): KeyType => ({
  ...type,
  fields: type.fields.filter(({ obtained, derived }) => obtained !== true && derived !== true),
});

export type KeyToEdit = {
  readonly name: string;
  readonly description: string;
  readonly properties: KeyValues;
  readonly stored: ReadonlySet<string>;
};

/** The values that the form of a stored key starts with. */
export const keyFormValues = ({ name, description, properties }: KeyToEdit): FormValues => ({
  ...properties,
  [NAME]: name,
  [DESCRIPTION]: description,
});

export type KeyInput = {
  readonly name: string;
  readonly description: string;
  /** By field: its value; null for one without a value, also for one that is not asked for at present. */
  readonly properties: KeyValues;
};

/** Returns the input to save. Unchanged secrets are left out. */
export function readKeyInput(type: KeyType, values: FormValues): KeyInput {
  const asked = new Set(visibleFields(keyFormSpec(type), values).map(({ name }) => name));
  const properties = Object.fromEntries(
    type.fields.flatMap(({ name }): [string, KeyValues[string]][] => {
      if (!asked.has(name)) return [[name, null]];
      const value = values[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const kept = new Set([...asked].filter((name) => !Object.hasOwn(properties, name)));
  const active = withoutIdleSelectors(type, properties, kept);
  return {
    name: String(values[NAME] ?? ''),
    description: String(values[DESCRIPTION] ?? ''),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name, Object.hasOwn(active, name) ? value : null]),
    ),
  };
}

/**
 * Validates the values of a form by the description of the type.
 * @param before the stored key; null for a new one
 */
export function keyFormProblems(type: KeyType, values: FormValues, before: KeyToEdit | null): readonly FormProblem[] {
  const { properties } = readKeyInput(type, values);
  const given = Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));
  const kept = new Set([...(before?.stored ?? [])].filter((name) => !Object.hasOwn(properties, name)));
  const moved = before === null || kept.size === 0 ? [] : changedPlaceFields(type, before.properties, given);
  const places = moved.map(({ label }) => label).join(', ');
  const again =
    moved.length === 0
      ? []
      : type.fields
          .filter(({ name }) => kept.has(name))
          .map((field) => keyProblem('secret_required_again', field, places));
  return [...again, ...validateKeyProperties(type, given, kept)];
}

type ServerProblem = { readonly properties: readonly string[]; readonly message: string };

/** The server's problems at the fields of the form. Those of no field, or of another one, concern the form as a whole. */
export const formProblems = (problems: readonly ServerProblem[]): readonly FormProblem[] =>
  problems.flatMap(({ properties, message }): FormProblem[] =>
    properties.length === 0
      ? [{ field: null, message }]
      : properties.map((name) => ({ field: OWN_NAMES[name] ?? name, message })),
  );

/** Names by which the server knows the key's own fields. */
const OWN_NAMES: Readonly<Record<string, string>> = { name: NAME, description: DESCRIPTION };
