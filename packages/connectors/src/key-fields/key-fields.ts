import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyProperties } from '../spec.ts';
import { fieldText } from './field-text.ts';

/** Refuses a field of a key. Throws PARAMETER_INVALID. */
export function refuseField(key: KeyProperties, field: string, reason: string): never {
  throw new PipelineError('PARAMETER_INVALID', { name: key.name, parameter: field, reason });
}

/** A key's property as text, as it was given. Throws PARAMETER_INVALID when it is absent or blank. */
export const requiredText = (key: KeyProperties, field: string): string =>
  fieldText(key, field) ?? refuseField(key, field, 'is missing');
