import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, type DocumentNode, parse, print, stripIgnoredCharacters } from 'graphql';
import type { Generator } from './generator.ts';
import { cacheTypesModule } from './graphql-cache-types.ts';

const root = join(import.meta.dirname, '..');
const sources = join(root, 'packages/console/src');
const FOLDER = 'packages/console/src/api/generated';

/** A `.graphql` file of the console. */
type DocumentFile = { readonly location: string; readonly document: DocumentNode; readonly rawSDL: string };

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

/** Returns the names that the preset gives to the operations, or the fragments, of a file. */
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
function documentModules(
  documents: readonly DocumentFile[],
  all: ReadonlyMap<string, TextDocument>,
): ReadonlyMap<string, string> {
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

/** The console's typed GraphQL documents, from the server's schema. */
export const generator: Generator = { owns: /^packages\/console\/src\/api\/generated\//, make: graphqlModules };

async function graphqlModules(): Promise<ReadonlyMap<string, string>> {
  const schemaText = await readFile(join(root, 'packages/server/schema.graphql'), 'utf8');
  const schema = buildSchema(schemaText);
  const documents: DocumentFile[] = [];
  for (const path of (await Array.fromAsync(glob('**/*.graphql', { cwd: sources }))).sort()) {
    const rawSDL = await readFile(join(sources, path), 'utf8');
    documents.push({ location: path, document: parse(rawSDL), rawSDL });
  }
  const sections = await preset.buildGeneratesSection({
    baseOutputDir: `${FOLDER}/`,
    config: {
      useTypeImports: true,
      enumsAsTypes: true,
      scalars: { DateTime: 'string', JSON: 'unknown' },
      strictScalars: true,
    },
    documents: [...documents],
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
  const cacheTypes = cacheTypesModule(
    schema,
    documents.map(({ document }) => document),
  );
  return new Map([
    [`${FOLDER}/graphql.ts`, `${HEADER}${types}`],
    ...[...documentModules(documents, readDocuments(module))].map(([file, text]): [string, string] => [
      `${FOLDER}/documents/${file}.ts`,
      text,
    ]),
    [`${FOLDER}/cache-types.ts`, cacheTypes],
  ]);
}
