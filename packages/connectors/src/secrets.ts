import { fieldsOfTemplate, fillKeyTemplate } from '@switchboard/model/key-types/key-template';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { findKeyType, secretFieldsOf } from '@switchboard/model/key-types/key-types';
import { readServiceAccount } from '@switchboard/model/service-account';
import type { KeyProperties } from './spec.ts';

/** Shorter values would blank out half of any message, and protect nothing. */
const SHORTEST_SECRET = 4;
const MASK = '•••';

/**
 * Replaces secrets by a mask wherever a text holds them: as they are, in base64, URL-encoded or JSON-escaped, and each
 * line of a long one (PEM). Call it before cutting a text, never after.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((one, other) => other.length - one.length);
  return forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
}

function formsOf(secret: string): readonly string[] {
  if (secret.length < SHORTEST_SECRET) return [];
  const bytes = Buffer.from(secret);
  const lines = secret.includes('\n')
    ? secret.split(/\r?\n/).filter((line) => line.length >= 16 && !line.startsWith('-----'))
    : [];
  return [
    secret,
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    encodeURIComponent(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    ...lines,
  ];
}

const REMEMBERED = new WeakMap<KeyProperties, Set<string>>();

/** Counts a text that was obtained with a key, such as an access token, among the secrets of the key. */
export function rememberSecret(key: KeyProperties, text: string): void {
  const texts = REMEMBERED.get(key) ?? new Set();
  REMEMBERED.set(key, texts.add(text));
}

/**
 * A key's values that no message may hold: those of its secret fields (of every field, for an unknown type), user name
 * and password together as HTTP sends them, the private key within a JSON, and the tokens that were obtained with it.
 */
export function secretsOf(key: KeyProperties | null): readonly string[] {
  if (key === null) return [];
  const type = findKeyType(key.type);
  const textOf = (field: string): string => {
    const value = key.properties[field];
    return typeof value === 'string' ? value : '';
  };
  const fields = type === undefined ? Object.keys(key.properties) : secretFieldsOf(type);
  const pairs = [...basicPairsOf(type), ['{username}', '{password}'] as const].filter((pair) =>
    pair.some((template) => fieldsOfTemplate(template).some((field) => fields.includes(field) && textOf(field) !== '')),
  );
  return [
    ...fields.map(textOf).filter((value) => value !== ''),
    ...privateKeysOf(type, textOf),
    ...pairs.map((pair) => pair.map((template) => fillKeyTemplate(template, textOf)).join(':')),
    ...(REMEMBERED.get(key) ?? []),
  ];
}

/** Private keys that stand in the JSON of service accounts. */
function privateKeysOf(type: KeyType | undefined, textOf: (field: string) => string): readonly string[] {
  const texts = (type?.fields ?? []).flatMap((field) =>
    field.kind === 'lines' && field.format === 'service-account' ? [textOf(field.name)] : [],
  );
  const found = texts.map((text) => readServiceAccount(text)?.['private_key']);
  return found.filter((value) => typeof value === 'string' && value !== '') as string[];
}

/** The templates of user name and password that the Authorization headers of a type hold. */
function basicPairsOf(type: KeyType | undefined): readonly (readonly [string, string])[] {
  if (type?.form !== 'http') return [];
  const how = type.authentication;
  if (how.scheme === 'basic') return [[how.username, how.password]];
  return how.scheme === 'template' && how.token?.basic !== undefined ? [how.token.basic] : [];
}

/** A foreign text as a message may quote it: masked, on one line, without control characters, at most `length` characters. */
export function quoted(text: string, secrets: readonly string[], length: number): string {
  const line = maskSecrets(text, secrets)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}
