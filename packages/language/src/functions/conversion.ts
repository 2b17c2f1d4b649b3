import type { ColumnType } from '@switchboard/model/schema';
import type { Typed } from '../typed/typed.ts';
import { functionsOf } from './function-spec.ts';

function decimalType(args: readonly Typed[]): ColumnType {
  const digits = (index: number, otherwise: number): number => {
    const arg = args[index];
    return arg?.kind === 'constant' ? Number(arg.value) : otherwise;
  };
  const precision = Math.min(38, Math.max(1, digits(1, 18)));
  return {
    kind: 'decimal',
    precision,
    scale: Math.min(precision, Math.max(0, digits(2, args[1] === undefined ? 6 : 0))),
  };
}

/** Conversions. What cannot be converted becomes null; `cast` fails instead. */
export const CONVERSION_FUNCTIONS = functionsOf('scalar', {
  string: {
    signature: '(value: any): string',
    doc: 'The value as a text.',
    example: 'string(12)',
    // A JSON null is a value to JSON, and none as a text.
    nullable: true,
  },
  integer: {
    converts: true,
    signature: '(value: any): integer',
    doc: 'The value as an integer. A number is rounded, halves away from zero; null when it is none.',
    example: "integer('12')",
    nullable: true,
  },
  float: {
    converts: true,
    signature: '(value: any): float',
    doc: 'The value as a float; null when it is not a number.',
    example: "float('1.5')",
    nullable: true,
  },
  decimal: {
    converts: true,
    signature: '(value: any, precision?: digits, scale?: digits): number',
    doc: 'The value as a decimal, (18, 6) if not given. A number is rounded, halves away from zero; null when it does not fit.',
    example: "decimal('1.50', 10, 2)",
    nullable: true,
    result: decimalType,
  },
  boolean: {
    converts: true,
    signature: '(value: any): boolean',
    doc: 'The value as a boolean: true, t, yes, y, on and 1 are true; null when it is none.',
    example: "boolean('yes')",
    nullable: true,
  },
  json: {
    signature: '(value: any): json',
    doc: 'The value as JSON: a text is read as JSON, null when it is none; anything else is turned into it.',
    example: `json('{"a": 1}')`,
    nullable: true,
  },
});
