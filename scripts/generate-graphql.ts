/** Writes the console's typed GraphQL documents from the server's schema. Run: node scripts/generate-graphql.ts */
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
const TREE = /^export const (\w+) = (\{"kind":"Document".*\}) as unknown as DocumentNode<(.*?)(?:, unknown)?>;$/gm;

/** Writes documents as text, which is a fifth of their trees. Fragments stand before the documents that spread them. */
function withTextDocuments(module: string): string {
  const written = module.replaceAll(TREE, (_, name: string, tree: string, types: string) => {
    const [definition] = (JSON.parse(tree) as DocumentNode).definitions;
    if (definition === undefined) throw new Error(`${name} has no definition.`);
    const text = stripIgnoredCharacters(print(definition));
    const spread = new Set(
      [...text.matchAll(/\.\.\.(?!on\b)(\w+)/g)].map(([, fragment]) => `\${${fragment}FragmentDoc}`),
    );
    return `export const ${name} = gql<${types}>\`${text}${[...spread].join('')}\`;`;
  });
  return written.replace(
    /^import type \{ TypedDocumentNode as DocumentNode \} .*$/m,
    "import { gql } from '@urql/core';",
  );
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
const body = withTextDocuments(await codegen(section));
await mkdir(dirname(target), { recursive: true });
await writeFile(
  target,
  `// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.\n${body.replace(/^\/\* eslint-disable \*\/\n/, '')}`,
);
await writeFile(
  join(dirname(target), 'cache-types.ts'),
  cacheTypesModule(
    schema,
    documents.map(({ document }) => document),
  ),
);
console.log(`${documents.length} document files -> ${target}`);
