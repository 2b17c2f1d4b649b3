import { SENTENCES, testsOf } from '../../reference/spec-checklist/sentences.ts';
import { countRuns } from './long-run.ts';
import type { TaggedTest } from './proof-tests.ts';

const TAG = /^spec:(.*)$/;

/** A count of the sentences of the specification, and what is wrong with their tests. */
export function specFindings(tests: readonly TaggedTest[]): { readonly note: string; readonly findings: string[] } {
  const ids = new Set(SENTENCES.map(({ id }) => id));
  const proofTags = new Set(tests.flatMap(({ tags }) => tags));
  const open = SENTENCES.filter(({ openReason }) => openReason !== null);
  const findings = [
    ...SENTENCES.filter(({ id }, index) => SENTENCES.findIndex((other) => other.id === id) < index).map(
      ({ id }) => `scripts/reference/spec-checklist: ${id} is listed twice`,
    ),
    ...SENTENCES.filter((sentence) => sentence.openReason === null && testsOf(sentence, tests).length === 0).map(
      ({ id, text }) => `spec:${id}: no test has this tag, which proves "${text}"`,
    ),
    ...SENTENCES.flatMap(({ id, proofs }) =>
      proofs
        .filter((proof) => !proofTags.has(`proof:${proof}`))
        .map((proof) => `scripts/reference/spec-checklist: ${id}: no test has the tag proof:${proof}`),
    ),
    ...tests.flatMap(({ path, line, tags }) =>
      tags
        .flatMap((tag) => TAG.exec(tag)?.[1] ?? [])
        .filter((id) => !ids.has(id))
        .map((id) => `${path}:${line}: scripts/reference/spec-checklist has no sentence ${id}`),
    ),
  ];
  const closable = open.filter((sentence) => testsOf(sentence, tests).length > 0);
  const rest = closable.length === 0 ? '' : ` (${closable.map(({ id }) => id).join(', ')} have a test by now)`;
  const runs = countRuns(SENTENCES.map((sentence) => testsOf(sentence, tests)));
  return { note: `${SENTENCES.length} sentences${runs}, ${open.length} open${rest}`, findings };
}
