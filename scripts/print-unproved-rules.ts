import { join } from 'node:path';
import { readTests, type WrittenTest } from './checks/test-titles.ts';
import { openTree } from './checks/tree.ts';
import type { Line, Proof } from './reference/engine-rules/line.ts';
import { LINES } from './reference/engine-rules/lines.ts';

/** Prints how much is proved, then each line of the engine's rules that is not, and each that stands there twice. */
const tree = openTree(join(import.meta.dirname, '..'));
const files = new Map([...new Set(LINES.flatMap(({ proofs }) => proofs.map(({ file }) => file)))].map(read));
const named = new Set(LINES.flatMap(({ proofs }) => proofs.map(({ file, test }) => `${file} ${test}`)));
const findings = LINES.flatMap((line, index) => [
  ...(line.proofs.length === 0 ? [`${placeOf(line)}: no test proves it`] : []),
  ...(LINES.findIndex((other) => placeOf(other) === placeOf(line)) < index
    ? [`${placeOf(line)}: stands there twice`]
    : []),
  ...line.proofs.flatMap((proof) => problemOf(line, proof)),
]);
console.log(`${LINES.length} lines, ${named.size} tests`);
for (const finding of findings) console.log(finding);

function read(file: string): [string, readonly WrittenTest[] | null] {
  return [file, tree.files.includes(file) ? readTests(tree, file) : null];
}

function placeOf({ section, kind, what }: Line): string {
  return `${section} ${kind} ${what}`;
}

function problemOf(line: Line, { file, test }: Proof): string[] {
  const tests = files.get(file);
  if (!tests) return [`${placeOf(line)}: there is no ${file}`];
  const found = tests.filter(({ title }) => title === test);
  if (found.length === 0) return [`${placeOf(line)}: ${file} has no test "${test}"`];
  if (line.kind !== 'text') return [];
  // What is filled in may read as it likes; every other word has to stand in the test.
  const words = line.what.split(/\{\w+\}/).map((part) => part.trim());
  const missing = words.filter((part) => !found.some(({ text }) => plain(text).includes(part)));
  return missing.map((part) => `${placeOf(line)}: ${file}, "${test}", does not hold the text "${part}"`);
}

/** A test's text without its layout, and without what a pattern has to escape. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('\\.', '.');
}
