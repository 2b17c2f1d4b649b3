import type { Catalog } from '@switchboard/model/catalog';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { Workspace } from '../src/workspace.ts';
import { CATALOG } from './catalog.ts';
import { type Edit, edits } from './random-edits.ts';

type Contents = { readonly files: Map<string, string>; catalog: Catalog };

function apply(edit: Edit, contents: Contents, workspace: Workspace): void {
  if (edit.kind === 'catalog') {
    contents.catalog = edit.catalog;
    workspace.setCatalog(edit.catalog);
  } else if (edit.kind === 'remove') {
    contents.files.delete(edit.path);
    workspace.remove(edit.path);
  } else {
    const text = edit.text(contents.files.get(edit.path) ?? '');
    contents.files.set(edit.path, text);
    workspace.set(edit.path, text);
  }
}

/** Everything that a workspace can be asked about its files. */
function answers(workspace: Workspace): unknown {
  const paths = workspace.paths();
  const names = ['ads', 'ADS', 'sites', 'daily', 'latest', 'nowhere'];
  return {
    paths,
    tables: workspace.tableNames().map((name) => [name, workspace.table(name)]),
    occurrences: paths.map((path) => workspace.occurrences(path)),
    users: names.map((name) => workspace.usersOf(name)),
    places: names.map((name) =>
      (['table', 'bundle', 'upload'] as const).map((kind) => workspace.declaredIn(kind, name)),
    ),
  };
}

function follow(steps: readonly (readonly Edit[])[]): void {
  const contents: Contents = { files: new Map(), catalog: CATALOG };
  const workspace = new Workspace(CATALOG);
  let before = new Map<string, string>();
  for (const step of steps) {
    for (const edit of step) apply(edit, contents, workspace);
    const touched = workspace.update();
    // Files are read in another order than they came.
    const files = [...contents.files].reverse().map(([path, text]) => ({ path, text }));
    const fresh = compile(files, contents.catalog);
    const shown = new Map(workspace.paths().map((path) => [path, JSON.stringify(workspace.messages(path))]));
    expect(workspace.paths().flatMap((path) => workspace.messages(path))).toEqual(fresh.messages);
    expect(workspace.declarations()).toEqual(fresh.declarations);
    expect(workspace.plan()).toEqual(fresh.plan);
    const changed = [...new Set([...before.keys(), ...shown.keys()])].filter(
      (path) => (before.get(path) ?? '[]') !== (shown.get(path) ?? '[]'),
    );
    expect(touched).toEqual(changed.sort());
    before = shown;
  }
  const again = new Workspace(contents.catalog);
  for (const [path, text] of contents.files) again.set(path, text);
  expect(answers(workspace)).toEqual(answers(again));
}

test.each(sampleCells([3, 4, 5, 6, 7], 5))(
  'a workspace says after any edits what a compilation of the same contents says, by seed %i',
  { timeout: 120_000 },
  (seed) => {
    fc.assert(fc.property(edits, follow), { numRuns: 120, seed });
  },
);

test('declarations that an edit moves keep their messages at their new places', () => {
  const declarations = Array.from(
    { length: 40 },
    (
      _,
      at,
    ) => `download d${at} from { type: "web"; url: "https://example.com/${at}"; } using { a: string; b: integer; };
table t${at} is select a, date('2026-02-30') as x from d${at};
`,
  );
  const workspace = new Workspace(CATALOG);
  const texts = [
    declarations.join(''),
    `// one more\n${declarations.join('')}`,
    declarations.toSpliced(20, 1, 'table t20 is select a, c from d20;\n').join(''),
    declarations.toSpliced(20, 1).join(''),
    declarations.toSpliced(10, 0, 'let a is 1;\n').join(''),
    declarations.toSpliced(5, 2, 'table t5 is selct').join(''),
    declarations.join(''),
  ];
  for (const text of texts) {
    workspace.set('a.sbs', text);
    expect(workspace.messages('a.sbs')).toEqual(compile([{ path: 'a.sbs', text }], CATALOG).messages);
  }
});

test('the plan states where tables stand after an edit before them', () => {
  const text = `download d from { type: "web"; url: "https://example.com/"; } using { a: string; b: integer; };
table t is select a, b from d;
upload t to { type: "disk"; path: "t.csv"; };
`;
  const workspace = new Workspace(CATALOG);
  for (const before of ['', '\n\n', 'let x is 1;\n', '// moved\n']) {
    workspace.set('a.sbs', `${before}${text}`);
    expect(workspace.plan()).not.toBeNull();
    expect(workspace.plan()).toEqual(compile([{ path: 'a.sbs', text: `${before}${text}` }], CATALOG).plan);
  }
});
