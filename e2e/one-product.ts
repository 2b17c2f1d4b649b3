import type { TestProject } from 'vitest/node';
import { serveGallery } from './gallery/serve-gallery.ts';
import { startHeldSource } from './held-source.ts';
import { startProduct } from './product.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    productUrl: string;
    productData: string;
    /** Origin of the gallery of the console's parts. */
    galleryUrl: string;
    /** Host and port of the source whose reports tests hand in. */
    heldSource: string;
  }
}

/** Vitest's global setup: the product that all tests share. Its demo is there to read; what a test changes is in an account of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const source = await startHeldSource();
  const gallery = await serveGallery();
  const product = await startProduct({ days: 3, env: { EGRESS_ALLOW: source.host } });
  project.provide('productUrl', product.url);
  project.provide('productData', product.dataDir);
  project.provide('galleryUrl', gallery.url);
  project.provide('heldSource', source.host);
  return async () => {
    await product.stop();
    await source.close();
    await gallery.stop();
  };
}
