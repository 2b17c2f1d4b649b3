import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableRows } from '../markdown.ts';

/** A sentence of the specification, or a clause of one, that a screen carries. */
export type Sentence = {
  readonly id: string;
  /** The words of the specification. */
  readonly text: string;
  /** Proof ids of tests that prove it, besides the tests with the tag `spec:<id>`. */
  readonly proofs: readonly string[];
  /** Why it is without a test; null for a sentence that must have one. */
  readonly openReason: string | null;
};

/** A test with the tags that say what it proves. */
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

/** Every sentence of the pages of this folder. */
export const SENTENCES: readonly Sentence[] = PAGES.flatMap(readPage);

/** The tests that prove a sentence: those tagged with its id, then those whose proof ids it names. */
export function testsOf<Test extends TaggedTitle>({ id, proofs }: Sentence, tests: readonly Test[]): Test[] {
  const wanted = [`spec:${id}`, ...proofs.map((proof) => `proof:${proof}`)];
  const found = wanted.flatMap((tag) => tests.filter(({ tags }) => tags.includes(tag)));
  return [...new Set(found)];
}

/**
 * Reads a table with the columns Id, Section, Screens, Sentence and Proved by. Section is that of the specification.
 * A sentence without a test is proved by "open: " and the reason.
 */
function readPage(name: string): Sentence[] {
  const page = readFileSync(join(import.meta.dirname, name), 'utf8');
  return tableRows(page).map(([id = '', , , text = '', provedBy = '']) => {
    const openReason = OPEN.exec(provedBy)?.[1] ?? null;
    const proofs = openReason !== null || provedBy === '' ? [] : provedBy.split('; ');
    return { id, text, proofs, openReason };
  });
}
