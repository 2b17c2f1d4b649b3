import { findKeyType, secretFieldsOf } from '@switchboard/model';
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

/**
 * A key's values that no message may hold: those of its secret fields (of every field, for an unknown type), and user name
 * and password together as HTTP sends them.
 */
export function secretsOf(key: KeyProperties | null): readonly string[] {
  if (key === null) return [];
  const { username, password } = key.properties;
  const type = findKeyType(key.type);
  const secrets = (type === undefined ? Object.keys(key.properties) : secretFieldsOf(type)).flatMap((field) => {
    const value = key.properties[field];
    return typeof value === 'string' ? [value] : [];
  });
  return typeof username === 'string' && typeof password === 'string'
    ? [...secrets, `${username}:${password}`]
    : secrets;
}

/** A foreign text as a message may quote it: masked, on one line, without control characters, at most `length` characters. */
export function quoted(text: string, secrets: readonly string[], length: number): string {
  const line = maskSecrets(text, secrets)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}
