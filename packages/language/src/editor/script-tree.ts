import { CONSTRUCTS } from '../constructs/registry.ts';
import { type Lexed, lex } from '../syntax/lexer.ts';
import { parseScript, type Script } from '../syntax/parser.ts';
import type { TableNode } from '../syntax/tree.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The declarations, tokens and comments of a text. */
export type ScriptTree = Script & Lexed;

/** The tree of a text, whatever is wrong with it. */
export function treeOf(text: string): ScriptTree {
  const silent = (): void => undefined;
  return { ...parseScript(text, CONSTRUCTS, silent), ...lex(text, silent) };
}

/** Trees of a workspace's files, each parsed once. For the length of one request: it does not follow changes. */
export class Trees {
  readonly #workspace: Workspace;
  readonly #trees = new Map<string, ScriptTree>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** Empty for files that are not here. */
  of(path: string): ScriptTree {
    const known = this.#trees.get(path);
    if (known) return known;
    const tree = treeOf(this.#workspace.text(path) ?? '');
    this.#trees.set(path, tree);
    return tree;
  }

  /** The declaration of a derived table; undefined for source tables and unknown names. */
  table(name: string): TableNode | undefined {
    const path = this.#workspace.declaredIn('table', name);
    if (path === undefined) return undefined;
    return this.of(path).declarations.find(
      (node): node is TableNode => node.kind === 'table' && node.name.text === name,
    );
  }
}
