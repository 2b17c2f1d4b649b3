import type { TestProject } from 'vitest/node';
import { startProduct } from './product.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    productUrl: string;
    productData: string;
  }
}

/** Vitest's global setup: one product for all tests that only read. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct({ days: 3 });
  project.provide('productUrl', product.url);
  project.provide('productData', product.dataDir);
  return product.stop;
}
