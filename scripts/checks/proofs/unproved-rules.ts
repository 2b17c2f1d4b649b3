import type { Line, Proof } from '../../reference/engine-rules/line.ts';
import { LINES } from '../../reference/engine-rules/lines.ts';
import { FINDINGS } from '../../reference/security/findings.ts';
import { REQUIREMENTS } from '../../reference/security/requirements.ts';
import { SENTENCES } from '../../reference/spec-checklist/sentences.ts';
import { readCoverage } from '../../reference/spec-coverage/coverage.ts';
import { proofsOfTables } from '../../reference/spec-coverage/rows.ts';

import type { Outcome } from '../outcome.ts';
import type { Tree } from '../tree.ts';
import { coverageFindings } from './coverage-findings.ts';
import { countRuns } from './long-run.ts';
import { hasRow, type ProofTest, proofTestsOf, readAllTaggedTests } from './proof-tests.ts';
import { requirementFindings } from './requirement-findings.ts';
import { CONTRADICTIONS_PAGE, readContradictions } from './settled-contradictions.ts';
import { specFindings } from './spec-findings.ts';

type TestsById = ReadonlyMap<string, readonly ProofTest[]>;

/**
 * Each line of the engine's rules, settled contradiction and sentence of the specification without a valid proof, each duplicate
 * line, each stray id, each name of the documents that the product lacks, and each requirement of security without its tests.
 */
export function findUnprovedRules(tree: Tree): Outcome {
  const tagged = readAllTaggedTests(tree);
  const tests = proofTestsOf(tagged);
  const byId: TestsById = Map.groupBy(tests, ({ id }) => id);
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
    ...LINES.flatMap((line, index) => lineFindings(line, index, byId)),
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
    ...requirementFindings([...REQUIREMENTS, ...FINDINGS], tree),
  ];
  const proven = countRuns([...used].map((id) => byId.get(id) ?? []));
  const note = `${LINES.length} lines, ${contradictions.length} settled contradictions, ${used.size} proofs${proven}, ${spec.note}, ${coverage.note}, ${REQUIREMENTS.length} requirements of security`;
  return { findings, note };
}

function lineFindings(line: Line, index: number, byId: TestsById): string[] {
  return [
    ...(line.proofs.length === 0 ? [`${nameOf(line)}: no test proves it`] : []),
    ...(LINES.findIndex((other) => nameOf(other) === nameOf(line)) < index ? [`${nameOf(line)}: is listed twice`] : []),
    ...line.proofs.flatMap((proof) => problemOf(line, proof, byId.get(proof.test)?.[0])),
  ];
}

function nameOf({ section, kind, what }: Line): string {
  return `${section} ${kind} ${what}`;
}

function placeOf({ path, line }: ProofTest): string {
  return `${path}:${line}`;
}

function problemOf(line: Line, { test: id, row }: Proof, test: ProofTest | undefined): string[] {
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
