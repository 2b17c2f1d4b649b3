import { PipelineError } from '@switchboard/model';
import { fieldText } from './fields.ts';
import { problemOf } from './key-problem.ts';
import { KEY_TYPES } from './registry.ts';
import type { ConnectorContext, KeyProperties, KeyType } from './spec.ts';

/** What is wrong with a key, and with which of its fields; null when it is none of them in particular. */
export type KeyProblem = { readonly field: string | null; readonly message: string };

export type KeyVerdict =
  /** `tried`: the key was really used; false for a type that cannot be tried. */
  { readonly ok: true; readonly tried: boolean } | { readonly ok: false; readonly problems: readonly KeyProblem[] };

const LONGEST_MS = 15_000;

/**
 * Checks a key's fields and then really uses it, for at most 15 seconds. Whatever the other side does is a verdict;
 * it throws only the reason of an aborted `context.signal`, and what is a fault of ours.
 */
export async function verifyKey(
  type: string,
  key: KeyProperties,
  context: ConnectorContext,
  timeoutMs: number = LONGEST_MS,
): Promise<KeyVerdict> {
  const known = KEY_TYPES.find((one) => one.name === type);
  if (known === undefined) return { ok: false, problems: [{ field: null, message: `There is no key type ${type}.` }] };
  const problems = checkFields(known, key);
  if (problems.length > 0) return { ok: false, problems };
  if (known.verify === undefined) return { ok: true, tried: false };
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    await known.verify(key, { ...context, signal: AbortSignal.any([context.signal, timeout]) });
    return { ok: true, tried: true };
  } catch (error) {
    context.signal.throwIfAborted();
    if (timeout.aborted)
      return { ok: false, problems: [{ field: null, message: 'Connection timed out for these settings.' }] };
    if (!(error instanceof PipelineError)) throw error;
    return { ok: false, problems: [problemOf(error, known)] };
  }
}

/** Fields that are missing or cannot be what they should be, without asking anybody. */
export function checkFields(type: KeyType, key: KeyProperties): readonly KeyProblem[] {
  return type.fields.flatMap((field) => {
    const value = Object.hasOwn(key.properties, field.name) ? key.properties[field.name] : undefined;
    const blank = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
    if (blank) return field.required ? [{ field: field.name, message: `${field.label} is required.` }] : [];
    const message = mistake(field.type, field.label, key, field.name);
    return message === null ? [] : [{ field: field.name, message }];
  });
}

function mistake(
  type: KeyType['fields'][number]['type'],
  label: string,
  key: KeyProperties,
  field: string,
): string | null {
  const value = key.properties[field];
  if (type === 'integer') return /^\d{1,9}$/.test(String(value)) ? null : `${label} has to be a whole number.`;
  if (type === 'boolean') return /^(?:true|false)$/.test(String(value)) ? null : `${label} has to be true or false.`;
  const text = fieldText(key, field) ?? '';
  if (type === 'file')
    return /-----BEGIN [A-Z ]+-----[\s\S]+-----END [A-Z ]+-----/.test(text) ? null : `${label} is no PEM file.`;
  return /[\p{Cc}]/u.test(text) ? `${label} holds characters that cannot be sent.` : null;
}
