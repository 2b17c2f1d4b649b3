/** The parts of the specification (1: console, shell, keys, transfers; 2: backfills, scripts, home) and of the engine's design. */
export type Section = '1.4' | '1.5' | '1.8' | '1.9' | '2.4' | '2.5' | '2.8' | '2.9' | 'design';

/** A test by its proof id, or one row of its table by the leading cells of that row. */
export type Proof = { readonly test: string; readonly row: readonly unknown[] };

/** A proof as the lines name it: the id alone stands for the whole test. */
export type ProofName = string | Proof;

/** One thing that the engine carries, with what proves it. */
export type Line = {
  readonly section: Section;
  readonly kind: 'status' | 'transition' | 'rule' | 'text';
  /** What holds; of a text, the text itself, with names in braces for what is filled in. */
  readonly what: string;
  readonly proofs: readonly Proof[];
};

/** Something that those sections say and that is not the engine's. */
export type Elsewhere = { readonly section: Section; readonly what: string; readonly where: string };

/** Names one row of the table of a test by its leading cells. */
export function row(test: string, ...cells: readonly unknown[]): Proof {
  return { test, row: cells };
}

export function lineOf(section: Section, kind: Line['kind'], what: string, proofs: readonly ProofName[]): Line {
  return { section, kind, what, proofs: proofs.map((proof) => (typeof proof === 'string' ? row(proof) : proof)) };
}

export function rule(section: Section, what: string, ...proofs: readonly ProofName[]): Line {
  return lineOf(section, 'rule', what, proofs);
}

export function text(section: Section, what: string, ...proofs: readonly ProofName[]): Line {
  return lineOf(section, 'text', what, proofs);
}

export function status(section: Section, what: string, ...proofs: readonly ProofName[]): Line {
  return lineOf(section, 'status', what, proofs);
}
