/** The parts of the specification (1: console, shell, keys, transfers; 2: backfills, scripts, home) and of the engine's design. */
export const SECTIONS = {
  '1.4': 'Shell, keys, downloads, uploads, events: 4. States and transitions',
  '1.5': 'Shell, keys, downloads, uploads, events: 5. Validation rules',
  '1.8': 'Shell, keys, downloads, uploads, events: 8. Error catalogue',
  '1.9': 'Shell, keys, downloads, uploads, events: 9. Business constants and limits',
  '2.4': 'Backfills, scripts, home: 4. States and transitions',
  '2.5': 'Backfills, scripts, home: 5. Validation rules',
  '2.8': 'Backfills, scripts, home: 8. Error catalogue',
  '2.9': 'Backfills, scripts, home: 9. Business constants and limits',
  design: 'What the engine decides itself',
} as const;
export const KINDS = ['status', 'transition', 'rule', 'text'] as const;

export type Section = keyof typeof SECTIONS;
export type Kind = (typeof KINDS)[number];

/** A test by its proof id, or one row of its table by the leading cells of that row. */
export type Proof = { readonly test: string; readonly row: readonly unknown[] };

/** A proof as the lines name it: the id alone stands for the whole test. */
export type ProofName = string | Proof;

/** One guarantee of the engine, with the tests that prove it. */
export type Line = {
  readonly section: Section;
  readonly kind: Kind;
  /** The rule; of a text, the text itself, with placeholders in braces. */
  readonly what: string;
  readonly proofs: readonly Proof[];
};

/** Names one row of the table of a test by its leading cells. */
export function row(test: string, ...cells: readonly unknown[]): Proof {
  return { test, row: cells };
}

export function lineOf(section: Section, kind: Kind, what: string, ...proofs: readonly ProofName[]): Line {
  return { section, kind, what, proofs: proofs.map((proof) => (typeof proof === 'string' ? row(proof) : proof)) };
}
