import { CONVERSION_FAMILY } from './conversion-functions.ts';
import { LIST_FAMILY } from './list-functions.ts';
import { MOMENT_FAMILY } from './moment-functions.ts';
import { NULL_FAMILY } from './null-functions.ts';
import { NUMBER_FAMILY } from './number-functions.ts';
import { PATTERN_FAMILY } from './pattern-functions.ts';
import type { SecondFamily } from './second-implementation.ts';
import { TEXT_FAMILY } from './text-functions.ts';
import { TIME_FAMILY } from './time-functions.ts';

/** The second implementations of all scalar functions, by name. */
export const SECOND_IMPLEMENTATIONS: SecondFamily = {
  ...TEXT_FAMILY,
  ...PATTERN_FAMILY,
  ...NUMBER_FAMILY,
  ...TIME_FAMILY,
  ...MOMENT_FAMILY,
  ...CONVERSION_FAMILY,
  ...NULL_FAMILY,
  ...LIST_FAMILY,
};

/** Scalar functions without a second implementation, with the reason. */
export const WITHOUT_SECOND_IMPLEMENTATION: Readonly<Record<string, string>> = {};
