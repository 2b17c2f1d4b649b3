import { type ParameterSignature, parameterAt } from '../../functions/signature.ts';
import type { Typed } from '../../typed/typed.ts';

/** Whether all values of the type T are bare nulls, so that the result is one. */
export function isBareNull(parameters: readonly ParameterSignature[], args: readonly Typed[]): boolean {
  let some = false;
  for (let index = 0; index < args.length; index += 1) {
    const type = parameterAt(parameters, index)?.type;
    if (type === '[T]' || (type === 'T' && args[index]?.type.kind !== 'null')) return false;
    some ||= type === 'T';
  }
  return some;
}
