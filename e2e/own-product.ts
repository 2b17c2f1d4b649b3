import { afterAll, beforeAll } from 'vitest';
import { type Product, type StartOptions, startProduct } from './product.ts';

/** A product of a test file, or of a group, which the other tests do not change. It is there from the first test on. */
export function useOwnProduct(options: StartOptions): Pick<Product, 'url' | 'dataDir'> {
  let product: Product | null = null;
  const started = (): Product => {
    if (product === null) throw new Error('The product has not started yet.');
    return product;
  };
  beforeAll(async () => {
    product = await startProduct(options);
  });
  afterAll(() => product?.stop());
  return {
    get url() {
      return started().url;
    },
    get dataDir() {
      return started().dataDir;
    },
  };
}
