import { newFiles, type Scaffold } from './scaffold.ts';

/** A query form, what may follow `table NAME is`: the file of its folder. */
export const keywordScaffold: Scaffold = {
  kind: 'keyword',
  doc: 'a query form in packages/language/src/query-forms',
  write: (name, tree) => new Map(newFiles(tree, 'keyword', name)),
};
