import { productCheck } from '../check.ts';

/** Every field of the API has a permission. Reads the schema as it is built, not its text. */
export const permissions = productCheck('permissions', 'every GraphQL field has a permission');

/** Every engine rule, sentence of the specification and settled contradiction names a test that exists. */
export const proofs = productCheck(
  'proofs',
  'every guarantee of the engine, settled contradiction and sentence of the specification has a test',
);

/** Generated files are up to date: the generators make what is committed. */
export const generated = productCheck('generated', '`npm run generate` would change nothing');
