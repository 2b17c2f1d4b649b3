import type { Tree } from '../checks/tree.ts';
import { newFiles, type Scaffold, withImport } from './scaffold.ts';

const REGISTRY = 'packages/language/src/query-forms/registry.ts';

/** A query form, what may follow `table NAME is`: its folder and its line in the registry. */
export const keywordScaffold: Scaffold = {
  kind: 'keyword',
  doc: 'a query form in packages/language/src/query-forms, and its line in registry.ts',
  write: (name, tree) => {
    const { kebab, constant } = name;
    return new Map([
      ...newFiles(tree, 'keyword', name),
      withImport(listed(tree, constant), `import { ${constant} } from './${kebab}/${kebab}-form.ts';`),
    ]);
  },
};

function listed(tree: Tree, constant: string): [path: string, text: string] {
  const text = tree.read(REGISTRY);
  const changed = text.replace(/(QUERY_FORMS: readonly QueryForm\[\] = \[[^\]]*?),?\s*\]/, `$1, ${constant}]`);
  if (changed === text) throw new Error(`${REGISTRY} no longer contains its list of forms; adapt scripts/scaffolds.`);
  return [REGISTRY, changed];
}
