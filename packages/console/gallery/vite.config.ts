import { join } from 'node:path';
import { defineConfig } from 'vite';
import product from '../vite.config.ts';

/** The gallery is built as the product is, into a folder of its own. Its chunks are its own, too. */
export default defineConfig({
  ...product,
  root: import.meta.dirname,
  publicDir: join(import.meta.dirname, '../public'),
  build: { ...product.build, rolldownOptions: {} },
});
