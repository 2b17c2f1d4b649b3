import { join } from 'node:path';
import { coverageFindings } from './checks/proofs/coverage-findings.ts';
import { hasRow, type ProofTest, proofTestsOf, readTaggedTests } from './checks/proofs/proof-tests.ts';
import { CONTRADICTIONS_PAGE, readContradictions } from './checks/proofs/settled-contradictions.ts';
import { specFindings } from './checks/proofs/spec-findings.ts';
import { isSource, isTest, openTree } from './checks/tree.ts';
import type { Line, Proof } from './reference/engine-rules/line.ts';
import { LINES } from './reference/engine-rules/lines.ts';
import { SENTENCES } from './reference/spec-checklist/sentences.ts';
import { readCoverage } from './reference/spec-coverage/coverage.ts';
import { proofsOfTables } from './reference/spec-coverage/rows.ts';

/**
 * Prints how many lines are proved, then each line, each settled contradiction and each sentence of the specification
 * without a valid proof, each duplicate line, each stray id and each name of the documents that the product lacks.
 */
const tree = openTree(join(import.meta.dirname, '..'));
const tagged = tree.files
  .filter((path) => isSource(path) && isTest(path))
  .flatMap((path) => readTaggedTests(tree, path));
const tests = proofTestsOf(tagged);
const byId = Map.groupBy(tests, ({ id }) => id);
const contradictions = readContradictions(tree);
const used = new Set([
  ...LINES.flatMap(({ proofs }) => proofs.map(({ test }) => test)),
  ...contradictions.flatMap(({ proofs }) => proofs),
  ...SENTENCES.flatMap(({ proofs }) => proofs),
  ...proofsOfTables(),
]);
const spec = specFindings(tagged);
const coverage = coverageFindings(readCoverage(tree, tagged), tree);
const findings = [
  ...LINES.flatMap((line, index) => [
    ...(line.proofs.length === 0 ? [`${nameOf(line)}: no test proves it`] : []),
    ...(LINES.findIndex((other) => nameOf(other) === nameOf(line)) < index ? [`${nameOf(line)}: is listed twice`] : []),
    ...line.proofs.flatMap((proof) => problemOf(line, proof)),
  ]),
  ...contradictions.flatMap(({ what, proofs }) =>
    proofs.length === 0
      ? [`${CONTRADICTIONS_PAGE}: ${what}: no test proves it`]
      : proofs
          .filter((id) => !byId.has(id))
          .map((id) => `${CONTRADICTIONS_PAGE}: ${what}: no test has the tag proof:${id}`),
  ),
  ...[...byId.values()].flatMap(([first, ...others]) =>
    others.map((other) => `${placeOf(other)}: proof:${other.id} is already the id of ${first ? placeOf(first) : ''}`),
  ),
  ...tests
    .filter(({ id }) => !used.has(id))
    .map((test) => `${placeOf(test)}: neither scripts/reference nor ${CONTRADICTIONS_PAGE} names proof:${test.id}`),
  ...spec.findings,
  ...coverage.findings,
];
console.log(
  `${LINES.length} lines, ${contradictions.length} settled contradictions, ${used.size} tests, ${spec.note}, ${coverage.note}`,
);
for (const finding of findings) console.log(finding);

function nameOf({ section, kind, what }: Line): string {
  return `${section} ${kind} ${what}`;
}

function placeOf({ path, line }: ProofTest): string {
  return `${path}:${line}`;
}

function problemOf(line: Line, { test: id, row }: Proof): string[] {
  const test = byId.get(id)?.[0];
  if (!test) return [`${nameOf(line)}: no test has the tag proof:${id}`];
  if (row.length > 0 && !hasRow(test, row))
    return [`${nameOf(line)}: the table of proof:${id} has no row ${JSON.stringify(row)}`];
  if (line.kind !== 'text') return [];
  // Placeholders in braces may be filled in with anything; every other part of the text must stand in the test.
  const parts = line.what.split(/\{\w+\}/).map((part) => part.trim());
  return parts
    .filter((part) => !normalize(test.text).includes(part))
    .map((part) => `${nameOf(line)}: proof:${id} does not contain the text "${part}"`);
}

/** Source text without layout and without the escapes of a regular expression. */
function normalize(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('\\.', '.');
}
