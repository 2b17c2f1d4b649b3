import { serviceAccountProblem } from '../service-account.ts';
import { type KeyProblem, keyProblem } from './key-problems.ts';
import type { KeyField, KeyFieldGroup, KeyType, KeyValues } from './key-type.ts';

const PEM = /-----BEGIN [A-Z ]+-----[\s\S]+-----END [A-Z ]+-----/;
const CONTROL = /\p{Cc}/u;

/**
 * Validates a key's properties against the description of its type alone.
 * @param stored names of secret fields that are stored already, so that they may be left out
 */
export function validateKeyProperties(
  type: KeyType,
  properties: KeyValues,
  stored: ReadonlySet<string> = new Set(),
): readonly KeyProblem[] {
  const known = new Set(type.fields.map(({ name }) => name));
  const unknown = Object.keys(properties).filter((name) => !known.has(name));
  const given = (name: string): boolean => stored.has(name) || !isBlank(readProperty(properties, name));
  const groups = new Map((type.groups ?? []).map((group) => [group.name, group]));
  const isUsed = (group: KeyFieldGroup | undefined): boolean =>
    group === undefined ||
    !group.optional ||
    type.fields.some((field) => field.group === group.name && given(field.name) && !holdsDefault(field, properties));
  return [
    ...unknown.map((name) => ({ ...keyProblem('unknown_field', null, name), field: name })),
    ...type.fields.flatMap((field) => {
      const group = field.group === undefined ? undefined : groups.get(field.group);
      if (!isBlank(readProperty(properties, field.name))) return malformed(field, readProperty(properties, field.name));
      const needed = field.required && !given(field.name) && isUsed(group) && applies(field, type, properties);
      return needed ? [keyProblem(group?.missing ?? 'field_required', field)] : [];
    }),
    ...(type.groups ?? []).filter(isUsed).flatMap((group) => exclusive(group, type, given)),
  ];
}

const readProperty = (properties: KeyValues, name: string): KeyValues[string] | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

const isBlank = (value: KeyValues[string] | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const defaultOf = (field: KeyField): string | number | boolean | undefined =>
  field.kind === 'lines' ? undefined : field.default;

const holdsDefault = (field: KeyField, properties: KeyValues): boolean =>
  defaultOf(field) !== undefined && String(readProperty(properties, field.name)) === String(defaultOf(field));

/** Whether a field is asked for, given the values of the others. */
function applies({ when }: KeyField, type: KeyType, properties: KeyValues): boolean {
  if (when === undefined) return true;
  const value = readProperty(properties, when.field);
  const other = type.fields.find(({ name }) => name === when.field);
  return String(isBlank(value) ? other && defaultOf(other) : value) === String(when.equals);
}

function exclusive(
  { exactlyOne }: KeyFieldGroup,
  type: KeyType,
  given: (name: string) => boolean,
): readonly KeyProblem[] {
  if (exactlyOne === undefined) return [];
  const count = exactlyOne.fields.filter(given).length;
  if (count === 1) return [];
  const fields = type.fields.filter(({ name }) => exactlyOne.fields.includes(name));
  return fields.map((field) => keyProblem(count === 0 ? exactlyOne.none : exactlyOne.both, field));
}

function malformed(field: KeyField, value: KeyValues[string] | undefined): readonly KeyProblem[] {
  const problem = problemWith(field, value);
  if (problem === null) return [];
  return [field.malformed === undefined ? problem : keyProblem(field.malformed, field)];
}

function problemWith(field: KeyField, value: KeyValues[string] | undefined): KeyProblem | null {
  const text = String(value).trim();
  switch (field.kind) {
    case 'number': {
      const isInRange = /^\d{1,9}$/.test(text) && Number(text) >= field.minimum && Number(text) <= field.maximum;
      return isInRange ? null : keyProblem('number_not_valid', field, `${field.minimum} to ${field.maximum}`);
    }
    case 'flag':
      return /^(?:true|false)$/.test(text) ? null : keyProblem('flag_not_valid', field);
    case 'choice': {
      const values = field.choices.map((choice) => choice.value);
      return values.includes(text) ? null : keyProblem('choice_not_valid', field, values.join(', '));
    }
    case 'lines': {
      if (field.format === 'pem') return PEM.test(text) ? null : keyProblem('pem_not_valid', field);
      const problem = serviceAccountProblem(text);
      return problem === null ? null : keyProblem(problem, field);
    }
    case 'text':
      if (CONTROL.test(text)) return keyProblem('text_not_valid', field);
      if (field.pattern === undefined || new RegExp(`^(?:${field.pattern})$`).test(text)) return null;
      return keyProblem('pattern_not_matched', field, field.doc);
  }
}
