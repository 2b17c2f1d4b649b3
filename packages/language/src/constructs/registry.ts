import type { Declaration } from '../syntax/tree.ts';
import type { Construct } from './construct.ts';
import { DOWNLOAD } from './download.ts';
import { TABLE } from './table.ts';
import { UPLOAD } from './upload.ts';

/** Every top-level declaration. */
export const CONSTRUCTS: readonly Construct[] = [DOWNLOAD, TABLE, UPLOAD];

const byKind = new Map(CONSTRUCTS.flatMap((construct) => construct.kinds.map((kind) => [kind, construct] as const)));

/** The construct whose declarations become nodes of this kind. */
export function constructOf(kind: Declaration['kind']): Construct {
  const construct = byKind.get(kind);
  if (!construct) throw new Error(`No construct makes nodes of kind ${kind}.`);
  return construct;
}
