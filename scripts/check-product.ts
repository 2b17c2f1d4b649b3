import { join } from 'node:path';
import type { Outcome } from './checks/outcome.ts';
import { PRODUCT_PARTS, type ProductPart } from './checks/product/product-parts.ts';
import { openTree } from './checks/tree.ts';

/** The process of the checks that load the product: answers each name of a part with its outcome, until its parent disconnects. */
const tree = openTree(join(import.meta.dirname, '..'));

process.on('message', (part: ProductPart) => {
  const outcome = Promise.try(async (): Promise<Outcome> => (await PRODUCT_PARTS[part]())(tree));
  const failed = (error: unknown): Outcome => ({
    findings: [`the check itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`],
  });
  void outcome.catch(failed).then((answer) => process.send?.({ part, outcome: answer }));
});
