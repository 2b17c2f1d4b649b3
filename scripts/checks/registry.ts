import { format, lint } from './biome.ts';
import { catalogue } from './catalogue.ts';
import type { Check } from './check.ts';
import { clock } from './clock.ts';
import { dialect } from './dialect.ts';
import { habits } from './habits.ts';
import { imports } from './imports/imports.ts';
import { testOnly } from './imports/test-only.ts';
import { links } from './links/links.ts';
import { names } from './names.ts';
import { dependencies } from './packages/dependencies.ts';
import { lockfile } from './packages/lockfile.ts';
import { places } from './places.ts';
import { generated, permissions, proofs } from './product/product-checks.ts';
import { registries } from './registries.ts';
import { schema } from './schema.ts';
import { state } from './state.ts';
import { styles } from './styles.ts';
import { tables } from './tables/tables.ts';
import { transactions } from './transactions.ts';
import { promises, types } from './types.ts';
import { unused } from './unused.ts';
import { walk } from './walk/walk.ts';
import { words } from './words/words.ts';

/** Every check, in the order of its line. */
export const CHECKS: readonly Check[] = [
  types,
  promises,
  unused,
  lint,
  format,
  imports,
  dependencies,
  lockfile,
  names,
  habits,
  clock,
  words,
  registries,
  schema,
  permissions,
  catalogue,
  dialect,
  proofs,
  generated,
  links,
  places,
  state,
  styles,
  tables,
  testOnly,
  transactions,
  walk,
];
