import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closingLine, readCounts, sumCounts } from './test-counts.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-counts-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('counting tests', () => {
  it('takes what the runner reports', () => {
    const path = join(folder, 'good.json');
    const report = { numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, testResults: [] };
    writeFileSync(path, JSON.stringify(report));
    expect(readCounts(path)).toEqual({ passed: 7, failed: 2, skipped: 1, failures: [] });
  });

  it('counts a file that could not be loaded as a failure, and names what failed', () => {
    const path = join(folder, 'unloaded.json');
    const passed = { status: 'passed', fullName: 'adds', failureMessages: [] };
    const failed = { status: 'failed', fullName: 'subtracts', failureMessages: ['expected 1 to be 2\nat line 3'] };
    const testResults = [
      { name: 'unloaded.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      { name: 'sums.test.ts', status: 'failed', message: '', assertionResults: [failed, passed] },
      { name: 'more.test.ts', status: 'passed', message: '', assertionResults: [passed] },
    ];
    writeFileSync(path, JSON.stringify({ numPassedTests: 2, numFailedTests: 1, numPendingTests: 0, testResults }));
    expect(readCounts(path)).toEqual({
      passed: 2,
      failed: 2,
      skipped: 0,
      failures: [
        'sums.test.ts > subtracts\n    expected 1 to be 2\n    at line 3',
        'unloaded.test.ts\n    no such module',
      ],
    });
  });

  it('counts a run that left no report as a failure', () => {
    const path = join(folder, 'missing.json');
    expect(readCounts(path)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: [`${path}: the run left no report`],
    });
  });

  it('closes with one plain line', () => {
    const sum = sumCounts([
      { passed: 3, failed: 0, skipped: 0, failures: [] },
      { passed: 4, failed: 1, skipped: 2, failures: ['adds'] },
    ]);
    expect(sum.failures).toEqual(['adds']);
    expect(closingLine(sum)).toBe('7 passed, 1 failed, 2 skipped');
    expect(closingLine({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed');
  });
});
