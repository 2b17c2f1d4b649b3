import { describe, expect, test } from 'vitest';
import { SYNTAX_HABITS } from '../../src/diagnostics/habits/registry.ts';
import { applyFix } from '../apply-fix.ts';
import { errorsOf } from './errors-of.ts';

/** The same text with one space where there are several, and none before a comma, a bracket or the end. */
function compact(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/ (?=[;,)])/g, '');
}

describe('what a SQL dialect writes', () => {
  test.each(SYNTAX_HABITS)('explains $pattern: $sql', ({ sql, here, code, written, advice, write, fix: kind }) => {
    const errors = errorsOf(sql);
    expect(errors.map((error) => `${error.code} ${error.message}`)).toEqual([
      `${code} ${written} is not supported. ${advice}`,
    ]);
    expect(errorsOf(here)).toEqual([]);
    const fix = errors[0]?.fix;
    expect(fix !== undefined).toBe(write !== undefined || kind !== undefined);
    if (fix) expect(compact(applyFix(sql, fix))).toBe(compact(here));
  });
});
