import { CONTRADICTIONS_PAGE, readContradictions } from '../../checks/proofs/settled-contradictions.ts';
import { isSource, isTest, type Tree } from '../../checks/tree.ts';
import type { TaggedTitle } from '../spec-checklist/sentences.ts';
import {
  type Judge,
  type JudgedRow,
  judgeConnector,
  judgeFields,
  judgeKeyType,
  judgeOperation,
  judgeReferences,
  judgeResult,
  judgeRoute,
  judgeRows,
  judgeText,
  judgeValues,
  type Product,
} from './judged-rows.ts';
import { type ProductTexts, readProductTexts } from './literals.ts';
import { openReferences } from './references.ts';
import { readSchemaNames } from './schema-names.ts';

export type CoverageSection = { readonly title: string; readonly file: string; readonly rows: readonly JudgedRow[] };

const SCHEMA = 'packages/server/schema.graphql';
const TEXT_PACKAGES = /^packages\/(console|server|model|language|connectors)\/src\//;

const isProduct = (path: string): boolean => TEXT_PACKAGES.test(path) && isSource(path) && !isTest(path);

const TABLES: readonly (readonly [title: string, file: string, judge: Judge])[] = [
  ['Operations', 'operations.md', judgeOperation],
  ['Endpoint and REST calls', 'rest.md', judgeRoute],
  ['Returned fields', 'fields.md', judgeFields],
  ['Value sets', 'value-sets.md', judgeValues],
  ['Result and error types', 'results.md', judgeResult],
  ['Exact texts', 'exact-texts.md', judgeText],
  ['Constants and limits', 'constants.md', judgeReferences],
  ['Screens, drawers and dialogs', 'screens.md', judgeReferences],
  ['Key types', 'key-types.md', judgeKeyType],
  ['Engine rules', 'rules.md', judgeReferences],
  ['Connectors', 'connectors.md', judgeConnector],
  ['Changes before breadth', 'changes.md', judgeReferences],
];

/** Compares every table of this folder with the product. */
export function readCoverage(tree: Tree, tests: readonly TaggedTitle[]): CoverageSection[] {
  const product = openProduct(tree, tests);
  return [
    { title: 'Contradictions', file: CONTRADICTIONS_PAGE, rows: judgeContradictions(product) },
    ...TABLES.map(([title, file, judge]) => ({
      title,
      file: `scripts/reference/spec-coverage/${file}`,
      rows: judgeRows(file, judge, product),
    })),
  ];
}

const productTexts = new WeakMap<Tree, ProductTexts>();

function openProduct(tree: Tree, tests: readonly TaggedTitle[]): Product {
  const texts =
    productTexts.get(tree) ??
    readProductTexts(tree.files.filter(isProduct).map((path) => ({ path, text: tree.read(path) })));
  productTexts.set(tree, texts);
  return {
    tree,
    schema: readSchemaNames(tree.read(SCHEMA)),
    texts,
    references: openReferences(tree, tests),
  };
}

function judgeContradictions({ tree, references }: Product): JudgedRow[] {
  return readContradictions(tree).map(({ what, proofs }) => ({
    what,
    count: 1,
    note: { kind: 'none' },
    problems: proofs.flatMap((id) => references.problemOf(`proof:${id}`) ?? []),
  }));
}
