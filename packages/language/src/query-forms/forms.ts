// Made by `npm run generate` from the folders of query forms. Do not edit.
import { DATES } from './dates/dates-form.ts';
import { PIVOT } from './pivot/pivot-form.ts';
import type { QueryForm } from './query-form.ts';
import { SELECT } from './select/select-form.ts';
import { EXCEPT, INTERSECT } from './set-operation/set-operation-form.ts';
import { SNAPSHOT } from './snapshot/snapshot-form.ts';
import { UNION } from './union/union-form.ts';
import { UNPIVOT } from './unpivot/unpivot-form.ts';
import { UPSERT } from './upsert/upsert-form.ts';
import { VALUES } from './values/values-form.ts';
import { WITH } from './with/with-form.ts';

/** Every query form, by name. */
export const FORMS: readonly QueryForm[] = [
  DATES,
  EXCEPT,
  INTERSECT,
  PIVOT,
  SELECT,
  SNAPSHOT,
  UNION,
  UNPIVOT,
  UPSERT,
  VALUES,
  WITH,
];
