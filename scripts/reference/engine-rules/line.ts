/** The parts of the specification (1: console, shell, keys, transfers; 2: backfills, scripts, home) and of the engine's design. */
export type Section = '1.4' | '1.5' | '1.8' | '1.9' | '2.4' | '2.5' | '2.8' | '2.9' | 'design';

/** A test by its file, below the root, and its title: the groups around it and its own, joined by " > ". */
export type Proof = { readonly file: string; readonly test: string };

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

/** Names tests of one file. */
export function testsOf(file: string): (test: string) => Proof {
  return (test) => ({ file, test });
}
