import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyProperties } from '../spec.ts';
import { fieldText } from './field-text.ts';

/** Refuses a field of a key. Throws PARAMETER_INVALID. */
export function refuseField(key: KeyProperties, field: string, reason: string): never {
  throw new PipelineError('PARAMETER_INVALID', { name: key.name, parameter: field, reason });
}

/** The port of a key. Throws PARAMETER_INVALID. */
export function portOf(key: KeyProperties, field: string, fallback: number): number {
  const port = Number(fieldText(key, field) ?? fallback);
  return Number.isInteger(port) && port >= 1 && port <= 65_535
    ? port
    : refuseField(key, field, 'must be between 1 and 65535');
}

/** A key's property as text, as it was given. Throws PARAMETER_INVALID when it is absent or blank. */
export const requiredText = (key: KeyProperties, field: string): string =>
  fieldText(key, field) ?? refuseField(key, field, 'is missing');
