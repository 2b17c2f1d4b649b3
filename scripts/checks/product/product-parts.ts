import type { Outcome } from '../outcome.ts';
import type { Tree } from '../tree.ts';

type Run = (tree: Tree) => Outcome | Promise<Outcome>;

/** Checks for a process that has loaded the product of a tree. */
export const PRODUCT_PARTS = {
  permissions: async (): Promise<Run> => (await import('./unguarded-fields.ts')).findUnguardedFields,
  proofs: async (): Promise<Run> => (await import('../proofs/unproved-rules.ts')).findUnprovedRules,
  generated: async (): Promise<Run> => (await import('./stale-files.ts')).findStaleFiles,
};

export type ProductPart = keyof typeof PRODUCT_PARTS;
