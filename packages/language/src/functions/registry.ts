import { AGGREGATE_FUNCTIONS } from './aggregate.ts';
import { CONVERSION_FUNCTIONS } from './conversion.ts';
import type { FunctionSpec } from './function-spec.ts';
import { NESTED_FUNCTIONS } from './nested.ts';
import { NULL_FUNCTIONS } from './null.ts';
import { NUMBER_FUNCTIONS } from './number.ts';
import { TEXT_FUNCTIONS } from './text.ts';
import { TIME_FUNCTIONS } from './time.ts';
import { WINDOW_FUNCTIONS } from './window.ts';

/** Every function of the language, by family. */
export const FUNCTIONS: readonly FunctionSpec[] = [
  ...TEXT_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...TIME_FUNCTIONS,
  ...CONVERSION_FUNCTIONS,
  ...NULL_FUNCTIONS,
  ...NESTED_FUNCTIONS,
  ...AGGREGATE_FUNCTIONS,
  ...WINDOW_FUNCTIONS,
];

const byName: ReadonlyMap<string, FunctionSpec> = new Map(FUNCTIONS.map((spec) => [spec.name, spec]));

export function findFunction(name: string): FunctionSpec | undefined {
  return byName.get(name);
}
