import type { TestProject } from 'vitest/node';
import { startHeldSource } from './held-source.ts';
import { startProduct } from './product.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    productUrl: string;
    productData: string;
    /** Host and port of the source whose reports tests hand in. */
    heldSource: string;
  }
}

/** Vitest's global setup: the product that all tests share. Its demo is there to read; what a test changes is in an account of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const source = await startHeldSource();
  const product = await startProduct({ days: 3, env: { EGRESS_ALLOW: source.host } });
  project.provide('productUrl', product.url);
  project.provide('productData', product.dataDir);
  project.provide('heldSource', source.host);
  return async () => {
    await product.stop();
    await source.close();
  };
}
