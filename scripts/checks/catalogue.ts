import { type ObjectExpression, Visitor } from 'oxc-parser';
import { textCheck } from './check.ts';
import { readModule } from './modules.ts';
import { isTest, type Tree } from './tree.ts';

type Catalogue = {
  readonly paths: RegExp;
  /** The constants whose keys are the entries. */
  readonly constant: RegExp;
  readonly means: string;
  /** Fields that are a sample of the entry: a test runs every one of them. */
  readonly samples: readonly string[];
};

const CATALOGUES: readonly Catalogue[] = [
  {
    paths: /^packages\/model\/src\/errors\/[a-z]+-errors\.ts$/,
    constant: /_ERRORS$/,
    means: 'error code',
    samples: [],
  },
  {
    paths: /^packages\/language\/src\/diagnostics\/[^/]+\.ts$/,
    constant: /_DIAGNOSTICS$/,
    means: 'diagnostic',
    samples: ['wrong', 'right'],
  },
];

type Entry = { readonly key: string; readonly fields: ReadonlySet<string>; readonly path: string };

/** Each error code and diagnostic is named in a test or has samples. */
export const catalogue = textCheck('catalogue', 'every error code and diagnostic has a test or a sample', (tree) => {
  const tests = tree.files.filter((path) => isTest(path) && /\.tsx?$/.test(path)).map((path) => tree.read(path));
  const words = new Set(tests.flatMap((text) => text.match(/\b[A-Z][A-Z0-9_]{3,}\b/g) ?? []));
  const counted = CATALOGUES.map((one) => ({ ...one, entries: entriesOf(tree, one) }));
  return {
    findings: counted.flatMap(({ entries, means, samples }) =>
      entries
        .filter(
          ({ key, fields }) => !words.has(key) && !(samples.length > 0 && samples.every((one) => fields.has(one))),
        )
        .map(({ key, path }) => `${path}: the ${means} ${key} appears in no test; show what causes it`),
    ),
    note: counted.map(({ entries, means }) => `${entries.length} ${means}s`).join(', '),
  };
});

function entriesOf(tree: Tree, { paths, constant, means }: Catalogue): Entry[] {
  const entries: Entry[] = [];
  for (const path of tree.files.filter((file) => paths.test(file) && !isTest(file))) {
    new Visitor({
      VariableDeclarator: ({ id, init }) => {
        if (id.type !== 'Identifier' || !constant.test(id.name) || !init) return;
        let value = init;
        while (value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression') value = value.expression;
        if (value.type !== 'ObjectExpression') return;
        for (const [key, entry] of propertiesOf(value)) {
          const fields = entry?.type === 'ObjectExpression' ? propertiesOf(entry).map(([name]) => name) : [];
          entries.push({ key, fields: new Set(fields), path });
        }
      },
    }).visit(readModule(tree, path).program);
  }
  if (entries.length === 0) throw new Error(`no ${means} was found; has the catalogue moved?`);
  return entries;
}

type Value = Extract<ObjectExpression['properties'][number], { type: 'Property' }>['value'];

function propertiesOf(object: ObjectExpression): [name: string, value: Value | undefined][] {
  return object.properties.flatMap((one): [string, Value][] => {
    if (one.type !== 'Property') return [];
    if (one.key.type === 'Identifier') return [[one.key.name, one.value]];
    return one.key.type === 'Literal' ? [[String(one.key.value), one.value]] : [];
  });
}
