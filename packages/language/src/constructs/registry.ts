import type { Construct } from './construct.ts';
import { DOWNLOAD } from './download.ts';
import { TABLE } from './table.ts';
import { UPLOAD } from './upload.ts';

/** Every top-level declaration, in the order in which they are checked: what is read before what reads it. */
export const CONSTRUCTS: readonly Construct[] = [DOWNLOAD, TABLE, UPLOAD];
