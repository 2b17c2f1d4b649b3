import { catalogue } from './catalogue.ts';
import type { Check } from './check.ts';
import { dependencies } from './dependencies.ts';
import { dialect } from './dialect.ts';
import { generated } from './generated.ts';
import { habits } from './habits.ts';
import { imports } from './imports/imports.ts';
import { links } from './links.ts';
import { names } from './names.ts';
import { permissions } from './permissions.ts';
import { places } from './places.ts';
import { proofs } from './proofs/proofs.ts';
import { registries } from './registries.ts';
import { schema } from './schema.ts';
import { state } from './state.ts';
import { format, lint, promises, unused } from './tools.ts';
import { types } from './types.ts';
import { walk } from './walk/walk.ts';
import { words } from './words/words.ts';

/** Every check, in the order of its line. */
export const CHECKS: readonly Check[] = [
  format,
  lint,
  promises,
  types,
  imports,
  dependencies,
  unused,
  names,
  habits,
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
  walk,
];
