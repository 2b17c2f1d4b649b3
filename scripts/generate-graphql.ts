/** Writes the console's typed GraphQL documents from the server's schema. Run: node scripts/generate-graphql.ts */
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, type DocumentNode, parse, print, stripIgnoredCharacters } from 'graphql';
import { cacheTypesModule } from './graphql-cache-types.ts';

const root = join(import.meta.dirname, '..');
const sources = join(root, 'packages/console/src');
const target = join(sources, 'api/generated/graphql.ts');

const schemaText = await readFile(join(root, 'packages/server/schema.graphql'), 'utf8');
const schema = buildSchema(schemaText);

const documents: { location: string; document: ReturnType<typeof parse>; rawSDL: string }[] = [];
for (const path of (await Array.fromAsync(glob('**/*.graphql', { cwd: sources }))).sort()) {
  const rawSDL = await readFile(join(sources, path), 'utf8');
  documents.push({ location: path, document: parse(rawSDL), rawSDL });
}

/** A document that the preset writes as a tree. */
const TREE = /^export const (\w+) = (\{"kind":"Document".*\}) as unknown as DocumentNode<(.*?)(?:, unknown)?>;\n?/gm;
const SPREAD = /\.\.\.(?!on\b)(\w+)/g;
const HEADER = '// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.\n';

type TextDocument = { readonly code: string; readonly types: string; readonly fragments: readonly string[] };

/** The documents of the preset's module, as text, which is a fifth of their trees. */
function readDocuments(module: string): ReadonlyMap<string, TextDocument> {
  return new Map(
    [...module.matchAll(TREE)].map(([, name = '', tree = '', types = '']) => {
      const [definition] = (JSON.parse(tree) as DocumentNode).definitions;
      if (definition === undefined) throw new Error(`${name} has no definition.`);
      const text = stripIgnoredCharacters(print(definition));
      const fragments = [...new Set([...text.matchAll(SPREAD)].map(([, fragment]) => `${fragment}FragmentDoc`))];
      const spread = fragments.map((fragment) => `\${${fragment}}`).join('');
      return [name, { code: `export const ${name} = gql<${types}>\`${text}${spread}\`;`, types, fragments }];
    }),
  );
}

/** What the preset calls the operations of a file. */
function operationNames(document: DocumentNode): readonly string[] {
  return document.definitions.flatMap((definition) =>
    definition.kind === 'OperationDefinition' && definition.name !== undefined
      ? [`${definition.name.value}Document`]
      : [],
  );
}

/**
 * One module per document file, so that a screen loads the operations that it uses. Fragments are one module: files spread
 * each other's.
 */
function documentModules(all: ReadonlyMap<string, TextDocument>): ReadonlyMap<string, string> {
  const modules = new Map<string, string>();
  const isFragment = (name: string): boolean => name.endsWith('FragmentDoc');
  modules.set('fragments', documentModule([...all].filter(([name]) => isFragment(name)).map(([, one]) => one)));
  for (const { location, document } of documents) {
    const file = basename(location, '.graphql');
    const own = operationNames(document).flatMap((name) => all.get(name) ?? []);
    if (own.length === 0) continue;
    if (modules.has(file)) throw new Error(`Two document files are called ${file}.graphql. Rename one.`);
    modules.set(file, documentModule(own, './fragments.ts'));
  }
  return modules;
}

/** @param from the module of the fragments that the documents spread; without one they are among the documents */
function documentModule(own: readonly TextDocument[], from?: string): string {
  const types = [...new Set(own.flatMap((one) => one.types.match(/\w+/g) ?? []))].sort();
  const spread = [...new Set(own.flatMap((one) => one.fragments))].sort();
  const lines = [
    "import { gql } from '@urql/core';",
    `import type { ${types.join(', ')} } from '../graphql.ts';`,
    ...(from === undefined || spread.length === 0 ? [] : [`import { ${spread.join(', ')} } from '${from}';`]),
    '',
    ...own.map(({ code }) => code),
  ];
  return `${HEADER}${lines.join('\n')}\n`;
}

const sections = await preset.buildGeneratesSection({
  baseOutputDir: `${dirname(target)}/`,
  config: {
    useTypeImports: true,
    enumsAsTypes: true,
    scalars: { DateTime: 'string', JSON: 'unknown' },
    strictScalars: true,
  },
  documents,
  pluginMap: {},
  plugins: [],
  presetConfig: { fragmentMasking: false },
  schema: parse(schemaText),
  schemaAst: schema,
});

const section = sections.find((candidate) => candidate.filename.endsWith('/graphql.ts'));
if (section === undefined) throw new Error('The client preset made no graphql.ts');
const module = await codegen(section);
const types = module
  .replaceAll(TREE, '')
  .replace(/^import type \{ TypedDocumentNode as DocumentNode \} .*\n/m, '')
  .replace(/^\/\* eslint-disable \*\/\n/, '');
const folder = join(dirname(target), 'documents');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await writeFile(target, `${HEADER}${types}`);
for (const [file, text] of documentModules(readDocuments(module))) await writeFile(join(folder, `${file}.ts`), text);
await writeFile(
  join(dirname(target), 'cache-types.ts'),
  cacheTypesModule(
    schema,
    documents.map(({ document }) => document),
  ),
);
console.log(`${documents.length} document files -> ${dirname(target)}`);
