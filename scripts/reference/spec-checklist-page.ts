import { isLongRun, isProvenInLongRunOnly } from '../checks/proofs/long-run.ts';
import { code, page } from './markdown.ts';
import {
  SENTENCE_PAGES,
  SENTENCES,
  type Sentence,
  SPEC_SECTIONS,
  type TaggedTitle,
  testsOf,
} from './spec-checklist/sentences.ts';

/** Each sentence of the specification that the screens carry, with the tests that prove it. */
export function specChecklistPage(tests: readonly TaggedTitle[]): string {
  const open = SENTENCES.filter(({ openReason }) => openReason !== null);
  return page(
    'What the console carries of the specification',
    'The sentences on shell, session, downloads, uploads, status dashboards, events, flows and scripts, in the words of the ' +
      'specification, each with the tests that prove it. A test names a sentence by the tag `spec:<id>`; the sentences stand ' +
      'in `scripts/reference/spec-checklist`. `npm run check -- proofs` fails when a sentence loses its last test.',
    longRunSummary(tests),
    ...SENTENCE_PAGES.flatMap(({ title, sentences }) => [
      `## ${title}`,
      ...sentences.filter(({ openReason }) => openReason === null).map((sentence) => item(sentence, tests)),
    ]),
    '## Open',
    open.length === 0 ? 'Every sentence has a test.' : `Sentences without a test: ${open.length}.`,
    ...open.map((sentence) => item(sentence, tests)),
  );
}

/** Lists the sentences that `npm test` does not prove. */
function longRunSummary(tests: readonly TaggedTitle[]): string {
  const late = SENTENCES.filter((sentence) => isProvenInLongRunOnly(testsOf(sentence, tests)));
  const rule =
    '`npm test` leaves out the tests marked “long run”, which `npm run faults -- tests` runs, and tries a sample of the cells of some matrices.';
  return late.length === 0
    ? `${rule} It proves each of these sentences.`
    : `${rule} It proves ${SENTENCES.length - late.length} of these sentences; the long run alone proves ${late.length}: ${late.map(({ id }) => code(id)).join(', ')}.`;
}

function item(sentence: Sentence, tests: readonly TaggedTitle[]): string {
  const { id, section, screens, text, openReason } = sentence;
  return [
    `- “${escapeMarkdown(text)}” (${code(id)}; ${section} ${SPEC_SECTIONS[section]}; ${screens})`,
    ...(openReason === null ? [] : [`  - Open: ${escapeMarkdown(openReason)}`]),
    ...testsOf(sentence, tests).map(
      (test) => `  - ${code(test.path)}${isLongRun(test) ? ' (long run)' : ''}: ${escapeMarkdown(test.title)}`,
    ),
  ].join('\n');
}

/** Text whose characters are shown as they stand. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[<*_[\]`]/g, String.raw`\$&`);
}
