import type { Tree } from './tree.ts';

/** What one check found. No finding means it passes. */
export type Outcome = {
  /** Each says where, what is wrong and what to do. */
  readonly findings: readonly string[];
  /** Shown behind the check's line: what was read. */
  readonly note?: string;
};

export type Check = {
  readonly name: string;
  /** The rule in a few words, for the table. */
  readonly rule: string;
  /** 'text' checks read the tree they are given; 'disk' checks start a tool in its folder. */
  readonly reads: 'text' | 'disk';
  readonly run: (tree: Tree) => Promise<Outcome> | Outcome;
};
