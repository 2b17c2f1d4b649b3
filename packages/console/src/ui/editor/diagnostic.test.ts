import { expect, it } from 'vitest';
import { countErrors, type Diagnostic, sortDiagnostics } from './diagnostic.ts';

const at = (path: string, line: number, severity: Diagnostic['severity']): Diagnostic => ({
  path,
  line,
  column: 1,
  endLine: line,
  endColumn: 2,
  severity,
  message: `${severity} ${line}`,
});
const DIAGNOSTICS = [at('b.sbs', 1, 'warning'), at('ads/a.sbs', 9, 'error'), at('ads/a.sbs', 2, 'error')];

it('lists errors first, by file and line', () => {
  expect(sortDiagnostics(DIAGNOSTICS).map(({ message }) => message)).toEqual(['error 2', 'error 9', 'warning 1']);
});

it('counts the errors of files and of their folders', () => {
  expect([...countErrors(DIAGNOSTICS)]).toEqual([
    ['ads', 2],
    ['ads/a.sbs', 2],
  ]);
});
