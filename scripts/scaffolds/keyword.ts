import type { Tree } from '../checks/tree.ts';
import { newFile, type Scaffold, withImport } from './scaffold.ts';

const REGISTRY = 'packages/language/src/query-forms/registry.ts';

/** A query form, what may follow `table NAME is`: its folder, its line in the registry and a sample script. */
export const keywordScaffold: Scaffold = {
  kind: 'keyword',
  doc: 'a query form in packages/language/src/query-forms, its line in registry.ts, and a sample script',
  files: 3,
  write: ({ kebab, camel, pascal, constant, snake }, tree) =>
    new Map([
      newFile(
        tree,
        `packages/language/src/query-forms/${kebab}/${kebab}-form.ts`,
        `import type { CheckedResult } from '../../check/checked-query.ts';
import { tableAt } from '../../check/names/tables.ts';
import { markUsed, type Placed, type Program } from '../../check/program.ts';
import type { Cursor } from '../../syntax/parse/cursor.ts';
import { keywordsOf } from '../../syntax/tokens/keywords.ts';
import type { Span } from '../../syntax/tokens/tokens.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import { wordsContext } from '../query-context.ts';
import { queryForm } from '../query-form.ts';
import { wholeTable } from '../whole-table.ts';

type ${pascal}Node = Span & { readonly kind: '${snake}'; readonly table: Name };

function parse${pascal}(cursor: Cursor, start: number): ${pascal}Node {
  const table = cursor.expectName('a table');
  return { kind: '${snake}', table, start, end: cursor.end };
}

/** Lowers the form to a select of every column. */
function check${pascal}(program: Program, placed: Placed<TableNode>, node: ${pascal}Node): CheckedResult {
  const info = tableAt(program, node.table, placed.report);
  for (const column of info.columns) markUsed(program, info, column.name);
  const span = { start: node.start, end: node.end };
  const query = info.open
    ? wholeTable(info, [{ kind: 'rest', table: info.name, except: [], replace: [] }])
    : wholeTable(
        info,
        info.columns.map(({ name, type, nullable }) => ({
          kind: 'value',
          name,
          value: { kind: 'column', table: info.name, name, type, nullable, span },
        })),
      );
  const columns = info.columns.map(({ name, type, nullable }) => ({ name, type, nullable }));
  return { query, columns, open: info.open };
}

/** \`${snake} ads\`: the rows of a table. */
export const ${constant} = queryForm<${pascal}Node>({
  kind: '${snake}',
  keywords: keywordsOf({ ${snake}: ['The rows of a table.', 'table all_ads is ${snake} ads;'] }),
  grammar: [{ name: '${snake}', ebnf: '"${snake}" name' }],
  snippet: '${snake} \${1:table}',
  preview: true,
  parse: parse${pascal},
  tables: (node) => [node.table],
  check: check${pascal},
  visitNames: ({ table }, visit) => visit(table, 'table'),
  contextAt: ({ table, before }) =>
    before.length === 0 ? { kind: 'tables', reader: table, given: [] } : wordsContext(),
});
`,
      ),
      withImport(listed(tree, constant), `import { ${constant} } from './${kebab}/${kebab}-form.ts';`),
      newFile(
        tree,
        `packages/language/test/corpus/good/${kebab}.sbs`,
        `download ads from { type: "web"; url: "https://example.com/ads"; } using { site: string; clicks: integer; };
table all_ads is ${snake} ads;       // beta
upload all_ads to { type: "disk"; path: "${camel}.csv"; };
`,
      ),
    ]),
};

function listed(tree: Tree, constant: string): [path: string, text: string] {
  const text = tree.read(REGISTRY);
  const changed = text.replace(/(QUERY_FORMS: readonly QueryForm\[\] = \[[^\]]*)\]/, `$1, ${constant}]`);
  if (changed === text) throw new Error(`${REGISTRY} no longer contains its list of forms; adapt scripts/scaffolds.`);
  return [REGISTRY, changed];
}
