import type { Declaration } from '../syntax/tree/declaration-tree.ts';
import { ASSERTION } from './assertion/assertion.ts';
import { CONSTANT } from './constant/constant.ts';
import type { DeclarationSpec } from './declaration-spec.ts';
import { DOWNLOAD } from './download.ts';
import { TABLE } from './table.ts';
import { UPLOAD } from './upload.ts';

/** Every top-level declaration. */
export const DECLARATIONS: readonly DeclarationSpec[] = [DOWNLOAD, TABLE, UPLOAD, ASSERTION, CONSTANT];

const byKind = new Map(DECLARATIONS.flatMap((spec) => spec.kinds.map((kind) => [kind, spec] as const)));

/** The spec of the declarations that become nodes of this kind. */
export function declarationSpecOf(kind: Declaration['kind']): DeclarationSpec {
  const spec = byKind.get(kind);
  if (!spec) throw new Error(`No declaration spec makes nodes of kind ${kind}.`);
  return spec;
}
