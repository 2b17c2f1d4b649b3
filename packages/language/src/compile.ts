import type { Catalog } from '@switchboard/model/catalog';
import type { Plan } from '@switchboard/model/plan';
import type { Declaration } from './account-script/listed-declaration.ts';
import type { Message } from './diagnostics/messages.ts';
import { Workspace } from './workspace.ts';

/** One file of a changelist. */
export type ScriptFile = { readonly path: string; readonly text: string };

export type Compilation = {
  /** Sorted by path and position. Internal compiler errors come first. */
  readonly messages: readonly Message[];
  readonly declarations: readonly Declaration[];
  /** Null when there is any error. */
  readonly plan: Plan | null;
};

/**
 * Compiles all files of an account against its catalog. Pure and synchronous: the same input gives the same
 * messages, declarations and plan, in a browser and on a server, and no text makes it throw.
 * See docs/design/language.md.
 */
export function compile(files: readonly ScriptFile[], catalog: Catalog): Compilation {
  const workspace = new Workspace(catalog);
  for (const file of files) workspace.set(file.path, file.text);
  const messages = workspace.paths().flatMap((path) => workspace.messages(path));
  const plan = workspace.plan();
  return { messages: [...workspace.refused(), ...messages], declarations: workspace.declarations(), plan };
}
