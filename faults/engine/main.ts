import { styleText } from 'node:util';
import { expectNames, readArguments } from '../../scripts/arguments/read-arguments.ts';
import type { FaultRow, FaultTest } from './fault-test.ts';
import { FAULT_TESTS } from './registry.ts';

const USAGE = 'npm run faults -- engine [T18 T37 …]';

/**
 * Breaks the engine's inputs, processes and destinations, and examines what is left.
 */
const { positionals } = readArguments(USAGE, { options: {}, allowPositionals: true });
expectNames(
  USAGE,
  positionals,
  FAULT_TESTS.map(({ id }) => id),
);

async function rowsOf(test: FaultTest): Promise<readonly FaultRow[]> {
  try {
    return await test.run();
  } catch (error) {
    const seen = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [{ what: 'the test itself', expected: 'runs to its end', seen, ok: false }];
  }
}

let broken = 0;
let count = 0;
for (const test of FAULT_TESTS) {
  if (positionals.length > 0 && !positionals.includes(test.id)) continue;
  const start = performance.now();
  const rows = await rowsOf(test);
  console.log(`${styleText('bold', test.id)} ${test.title} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  for (const { what, expected, seen, ok } of rows) {
    console.log(`  ${ok ? styleText('green', 'ok    ') : styleText('red', 'BROKEN')} ${what}: ${expected}; ${seen}`);
    count += 1;
    if (!ok) broken += 1;
  }
}
console.log(`${count} faults, ${broken} broken promises`);
if (broken > 0 || count === 0) process.exitCode = 1;
