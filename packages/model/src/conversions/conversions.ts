import type { ConversionCell } from './conversion-cell.ts';
import { FROM_NUMBER } from './from-number.ts';
import { FROM_OTHER } from './from-other.ts';
import { FROM_STRING } from './from-string.ts';
import { FROM_STRING_TO_TIME } from './from-string-to-time.ts';

/**
 * Conversions of every type to every type, with cases. Column readers, casts, functions and literals are tested against it,
 * and the language's reference is made of it. See docs/design/values.md.
 */
export const CONVERSIONS: readonly ConversionCell[] = [
  ...FROM_STRING,
  ...FROM_STRING_TO_TIME,
  ...FROM_NUMBER,
  ...FROM_OTHER,
];
