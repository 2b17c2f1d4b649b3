import { PipelineError } from '@switchboard/model/errors/errors';
import { type KeyProblem, keyProblem } from '@switchboard/model/key-types/key-problems';
import { findKeyType } from '@switchboard/model/key-types/key-types';
import { validateKeyProperties } from '@switchboard/model/key-types/validate-key-properties';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { KEY_FORMS } from './load-key-form.ts';
import { translateProblem } from './translate-problem.ts';

export type KeyVerdict =
  /** `tried`: the key was really used; false for a type that cannot be tried. */
  { readonly ok: true; readonly tried: boolean } | { readonly ok: false; readonly problems: readonly KeyProblem[] };

const LIMIT_MS = 15_000;

/**
 * Checks a key's properties, then uses the key for at most `timeoutMs`. Whatever the other side does is a verdict.
 * Throws only the reason of an aborted `context.signal`, and faults of our own.
 */
export async function verifyKey(
  key: KeyProperties,
  context: ConnectorContext,
  timeoutMs: number = LIMIT_MS,
): Promise<KeyVerdict> {
  const type = findKeyType(key.type);
  if (type === undefined) return { ok: false, problems: [keyProblem('unknown_key_type', null, key.type)] };
  const problems = validateKeyProperties(type, key.properties);
  if (problems.length > 0) return { ok: false, problems };
  const timeout = AbortSignal.timeout(timeoutMs);
  const { verify, problems: ofForm } = await KEY_FORMS[type.form]();
  try {
    const signal = AbortSignal.any([context.signal, timeout]);
    return { ok: true, tried: await verify(key, type, { ...context, signal }) };
  } catch (error) {
    context.signal.throwIfAborted();
    if (timeout.aborted) return { ok: false, problems: [keyProblem('connection_timed_out', null)] };
    if (!(error instanceof PipelineError)) throw error;
    return { ok: false, problems: [translateProblem(error, type, ofForm)] };
  }
}
