import { AGGREGATE_FUNCTIONS } from './aggregate.ts';
import { CONVERSION_FUNCTIONS } from './conversion.ts';
import type { FunctionSpec } from './function-spec.ts';
import { LIST_FUNCTIONS } from './list.ts';
import { MOMENT_FUNCTIONS } from './moment.ts';
import { NESTED_FUNCTIONS } from './nested.ts';
import { NULL_FUNCTIONS } from './null.ts';
import { NUMBER_FUNCTIONS } from './number.ts';
import { TEXT_FUNCTIONS } from './text.ts';
import { TIME_FUNCTIONS } from './time.ts';
import { WINDOW_FUNCTIONS } from './window.ts';

/** Every function of the language, by family. */
export const FUNCTION_FAMILIES = {
  text: TEXT_FUNCTIONS,
  number: NUMBER_FUNCTIONS,
  time: TIME_FUNCTIONS,
  moment: MOMENT_FUNCTIONS,
  conversion: CONVERSION_FUNCTIONS,
  null: NULL_FUNCTIONS,
  nested: NESTED_FUNCTIONS,
  list: LIST_FUNCTIONS,
  aggregate: AGGREGATE_FUNCTIONS,
  window: WINDOW_FUNCTIONS,
} as const;

export const FUNCTIONS: readonly FunctionSpec[] = Object.values(FUNCTION_FAMILIES).flat();

const byName: ReadonlyMap<string, FunctionSpec> = new Map(FUNCTIONS.map((spec) => [spec.name, spec]));

export function findFunction(name: string): FunctionSpec | undefined {
  return byName.get(name);
}
