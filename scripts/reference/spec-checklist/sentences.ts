import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableRows } from '../markdown.ts';

/** The sections of the specification that the checklist covers. */
export const SPEC_SECTIONS = {
  '2': 'Screens and routes',
  '3': 'Entities and their fields',
  '4': 'States and transitions',
  '5': 'Validation rules',
  '6': 'Roles and permissions',
  '7': 'Calls',
  '8': 'Error catalogue',
  '9': 'Business constants and limits',
} as const;
type SpecSection = keyof typeof SPEC_SECTIONS;

/** A sentence of the specification, or a clause of one, that a screen carries. */
export type Sentence = {
  readonly id: string;
  readonly section: SpecSection;
  /** The screens that carry it. */
  readonly screens: string;
  /** The words of the specification. */
  readonly text: string;
  /** Proof ids of tests that prove it, besides the tests with the tag `spec:<id>`. */
  readonly proofs: readonly string[];
  /** Why it is without a test; null for a sentence that must have one. */
  readonly openReason: string | null;
};

/** A page of this folder. */
export type SentencePage = { readonly title: string; readonly sentences: readonly Sentence[] };

/** Test, as the checklist sees it. */
export type TaggedTitle = { readonly path: string; readonly title: string; readonly tags: readonly string[] };

const OPEN = /^open: (.+)$/;

const PAGES = [
  'shell.md',
  'session.md',
  'lists.md',
  'downloads.md',
  'uploads.md',
  'status-dashboards.md',
  'events-and-flows.md',
  'keys.md',
  'integrations.md',
  'backfills.md',
  'email-ingest.md',
  'home.md',
  'usage-and-reports.md',
  'admin.md',
  'calls.md',
  'scripts.md',
  'editor.md',
  'test-runs.md',
] as const;

/** Every page of sentences, in the order of the checklist. */
export const SENTENCE_PAGES: readonly SentencePage[] = PAGES.map(readPage);
export const SENTENCES: readonly Sentence[] = SENTENCE_PAGES.flatMap(({ sentences }) => sentences);

/** The tests that prove a sentence: those tagged with its id, then those whose proof ids it names. */
export function testsOf<Test extends TaggedTitle>({ id, proofs }: Sentence, tests: readonly Test[]): Test[] {
  const wanted = [`spec:${id}`, ...proofs.map((proof) => `proof:${proof}`)];
  const found = wanted.flatMap((tag) => tests.filter(({ tags }) => tags.includes(tag)));
  return [...new Set(found)];
}

/**
 * Reads a table with the columns Id, Section, Screens, Sentence and Proved by.
 * A sentence without a test is proved by "open: " and the reason.
 * @throws when a section is unknown
 */
function readPage(name: string): SentencePage {
  const page = readFileSync(join(import.meta.dirname, name), 'utf8');
  const sentences = tableRows(page).map(([id = '', section = '', screens = '', text = '', provedBy = '']) => {
    if (!isSection(section)) throw new Error(`${name}: "${section}" of ${id} is not a section of the checklist.`);
    const openReason = OPEN.exec(provedBy)?.[1] ?? null;
    const proofs = openReason !== null || provedBy === '' ? [] : provedBy.split('; ');
    return { id, section, screens, text, proofs, openReason };
  });
  return { title: /^# (.*)$/m.exec(page)?.[1] ?? name, sentences };
}

function isSection(section: string): section is SpecSection {
  return Object.hasOwn(SPEC_SECTIONS, section);
}
