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

/** What the preset calls the operations, or the fragments, of a file. */
function namesIn(document: DocumentNode, kind: 'operations' | 'fragments'): readonly string[] {
  return document.definitions.flatMap((definition) => {
    if (definition.kind === 'OperationDefinition' && definition.name !== undefined)
      return kind === 'operations' ? [`${definition.name.value}Document`] : [];
    return definition.kind === 'FragmentDefinition' && kind === 'fragments'
      ? [`${definition.name.value}FragmentDoc`]
      : [];
  });
}

/**
 * A module for the operations of each document file, and one for its fragments, which other files may spread: a screen loads
 * what it uses.
 */
function documentModules(all: ReadonlyMap<string, TextDocument>): ReadonlyMap<string, string> {
  const files = documents.map(({ location, document }) => ({ file: basename(location, '.graphql'), document }));
  const homes = new Map(
    files.flatMap(({ file, document }) =>
      namesIn(document, 'fragments').map((name) => [name, `${file}-fragments`] as const),
    ),
  );
  const modules = new Map<string, string>();
  for (const { file, document } of files) {
    for (const kind of ['fragments', 'operations'] as const) {
      const module = kind === 'fragments' ? `${file}-fragments` : file;
      // In the order of the preset: a fragment comes before those that spread it.
      const names = new Set(namesIn(document, kind));
      const own = [...all].filter(([name]) => names.has(name)).map(([, one]) => one);
      if (own.length === 0) continue;
      if (modules.has(module)) throw new Error(`Two document files are called ${file}.graphql. Rename one.`);
      modules.set(module, documentModule(module, own, homes));
    }
  }
  return modules;
}

/** @param homes the module of each fragment */
function documentModule(module: string, own: readonly TextDocument[], homes: ReadonlyMap<string, string>): string {
  const types = [...new Set(own.flatMap((one) => one.types.match(/\w+/g) ?? []))].sort();
  const spread = [...new Set(own.flatMap((one) => one.fragments))].sort();
  const imports = Map.groupBy(spread, (name) => homes.get(name) ?? '');
  imports.delete(module);
  const lines = [
    "import { gql } from '@urql/core';",
    `import type { ${types.join(', ')} } from '../graphql.ts';`,
    ...[...imports].sort().map(([from, names]) => `import { ${names.join(', ')} } from './${from}.ts';`),
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
