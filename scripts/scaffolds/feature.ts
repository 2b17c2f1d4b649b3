import { insertBefore, newFiles, type Scaffold, withImport } from './scaffold.ts';

const SCHEMA = 'packages/server/src/api/schema.ts';

/** A feature of the server: a GraphQL object type and a field, each with its permission and description, and its test over HTTP. */
export const featureScaffold: Scaffold = {
  kind: 'feature',
  doc: 'a folder in packages/server/src/features with a GraphQL object type and a field, their test, and its entry in api/schema.ts',
  write: (name, tree) => {
    const define = `define${name.pascal}`;
    const listed = insertBefore(tree, SCHEMA, '];\n\nlet built', `  ${define},\n`);
    return new Map([
      ...newFiles(tree, 'feature', name),
      withImport(listed, `import { ${define} } from '../features/${name.kebab}/graphql.ts';`),
    ]);
  },
};
