// A setup file of Vitest: a test file fails when it leaves something behind for the next file of the same worker.
// See docs/design/tests.md.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, vi } from 'vitest';
import { describeLeaks, readSurroundings } from './surroundings.ts';

/** Turns of the event loop within which closed handles disappear; each may wait for the system. */
const TURNS = 2000;
// Standard input is opened by its first reader, once in a process.
void process.stdin;
const before = readSurroundings(vi.isFakeTimers());

// Hooks run in the reverse order of their registration, so this one sees what all others have cleaned up. It has no time limit,
// since the timer of one would count as left behind.
afterAll(async () => {
  let leaks = describeLeaks(before, readSurroundings(vi.isFakeTimers()));
  for (let turn = 0; leaks.length > 0 && turn < TURNS; turn += 1) {
    await nextTurn();
    leaks = describeLeaks(before, readSurroundings(vi.isFakeTimers()));
  }
  if (leaks.length > 0) throw new Error(`The file leaves something behind:\n${leaks.join('\n')}`);
}, 0);
