import { largeFile } from '../compile/one-file.ts';
import { createGoals, load, quantile, spread } from '../measure.ts';
import { readOptions } from '../options.ts';
import { startClient } from './started-server.ts';

/**
 * The language server over standard input and output, as an editor starts it, with one file: from an edit to its messages, and
 * the processor time that each takes. Fails (exit code 1) when the 95th percentile is above the goal.
 */
const GOAL_MS = 150;
/** The first edits run code that has not run before. */
const WARM_UP = 10;

const { lines, edits } = readOptions({ lines: 10_000, edits: 200 });
const text = largeFile(lines);
const goals = createGoals();
const client = await startClient();
const opened = await client.open(text);
console.log(`one file of ${lines} lines (${(text.length / 1e3).toFixed(0)} kB), ${load()}`);
console.log(`from the start of the server to the first messages: ${opened.ms.toFixed(0)} ms`);
const times = { ms: [] as number[], cpuMs: [] as number[] };
for (let count = 0; count < edits + WARM_UP; count += 1) {
  const near = Math.floor((text.length * ((count * 7) % edits)) / edits);
  const at = Math.max(text.indexOf('where clicks > ', near), 0) + 'where clicks > '.length;
  // A digit, and a letter that is an unknown name; each is taken back by the next edit.
  const typed = await client.type(at, count % 3 === 0 ? 'x' : '7');
  const erased = await client.erase(at);
  if (count < WARM_UP) continue;
  for (const each of [typed, erased]) {
    times.ms.push(each.ms);
    times.cpuMs.push(each.cpuMs);
  }
}
await client.stop();
console.log(`edit to messages: ${spread(times.ms)}`);
console.log(`processor time of the server: ${spread(times.cpuMs)}, ${load()}`);
const p95 = quantile(times.ms, 0.95);
goals.check(p95 <= GOAL_MS, `edit to messages: p95 ${p95.toFixed(0)} ms <= ${GOAL_MS} ms`);
goals.end();
