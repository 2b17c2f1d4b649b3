import type { Outcome } from './outcome.ts';
import { askProduct } from './product/ask-product.ts';
import type { ProductPart } from './product/product-parts.ts';
import type { Tree } from './tree.ts';

/** A rule that must hold for the whole project. See docs/design/tests.md. */
export type Check = {
  readonly name: string;
  /** The rule in a few words, for the table. */
  readonly rule: string;
  /**
   * 'text' checks read the tree they are given; 'disk' checks start a tool in its folder. Those that share a process with others are
   * asked for together: 'compiler' checks share a run of the compiler or of Biome, 'product' checks a process that loads the product.
   */
  readonly reads: 'text' | 'disk' | 'compiler' | 'product';
  readonly run: (tree: Tree) => Promise<Outcome> | Outcome;
};

/** A check that reads the tree it is given. */
export function textCheck(name: string, rule: string, run: Check['run']): Check {
  return { name, rule, reads: 'text', run };
}

/** A check that starts a tool in the folder of the tree. */
export function diskCheck(name: string, rule: string, run: Check['run']): Check {
  return { name, rule, reads: 'disk', run };
}

/** A check that reads what the compiler, or Biome, finds in the folder of the tree. */
export function compilerCheck(name: string, rule: string, run: Check['run']): Check {
  return { name, rule, reads: 'compiler', run };
}

/** A check that loads the product of the tree, in a process of its own; its name is that of the part. */
export function productCheck(name: ProductPart, rule: string): Check {
  return { name, rule, reads: 'product', run: ({ root }) => askProduct(root, name) };
}
