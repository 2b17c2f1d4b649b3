import type { Generator } from './generator.ts';

/** Generators of `npm run generate`, in this order: each may read the output of the one before. */
export const GENERATORS: Readonly<Record<string, () => Promise<{ readonly generator: Generator }>>> = {
  'query-forms': async () => import('./lists/generate-query-forms.ts'),
  tokens: async () => import('./generate-tokens.ts'),
  connectors: async () => import('./lists/generate-connectors.ts'),
  tables: async () => import('./generate-tables.ts'),
  schema: async () => import('./generate-schema.ts'),
  graphql: async () => import('./generate-graphql.ts'),
  reference: async () => import('./generate-reference.ts'),
  house: async () => import('./reference/generate-house.ts'),
  sbom: async () => import('./reference/third-parties/generate-sbom.ts'),
  notices: async () => import('./reference/third-parties/generate-notices.ts'),
  'demo-scripts': async () => import('./generate-demo-scripts.ts'),
};
