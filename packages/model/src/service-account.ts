import type { KeyType, KeyValues } from './key-types/key-type.ts';

/** The attributes of a service account's JSON; null when the text is not a JSON object. */
export function readServiceAccount(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** The address by which Google knows a service account; null when the text does not state it. */
export function clientEmailOf(text: string): string | null {
  const email = readServiceAccount(text)?.['client_email'];
  return typeof email === 'string' && email.trim() !== '' ? email.trim() : null;
}

/** Validates the form of a service account's JSON; null when it is valid. */
export function serviceAccountProblem(text: string): 'json_not_valid' | 'client_email_missing' | null {
  if (readServiceAccount(text) === null) return 'json_not_valid';
  return clientEmailOf(text) === null ? 'client_email_missing' : null;
}

/** The values of a key with those of its derived fields, whatever was given for these. */
export function withDerivedProperties(type: KeyType, values: KeyValues): KeyValues {
  if (type.form !== 'google') return values;
  const derived = new Set(type.fields.filter((field) => field.derived).map(({ name }) => name));
  const given = Object.fromEntries(Object.entries(values).filter(([name]) => !derived.has(name)));
  const text = given['service_account_json'];
  const email = typeof text === 'string' ? clientEmailOf(text) : null;
  return { ...given, key_type: 'json', ...(email === null ? {} : { client_email: email }) };
}
