import { insertBefore, newFile, type Scaffold, withImport } from './scaffold.ts';

const SCHEMA = 'packages/server/src/api/schema.ts';

/** A feature of the server: a GraphQL object type and a field, each with its permission and description, and its test over HTTP. */
export const featureScaffold: Scaffold = {
  kind: 'feature',
  doc: 'a folder in packages/server/src/features with a GraphQL object type and a field, their test, and its entry in api/schema.ts',
  files: 3,
  write: ({ camel, kebab, pascal, snake, title }, tree) => {
    const folder = `packages/server/src/features/${kebab}`;
    const define = `define${pascal}`;
    return new Map([
      newFile(
        tree,
        `${folder}/graphql.ts`,
        `import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { type Builder, builder as schemaBuilder } from '../../graphql/builder.ts';
import { int } from '../../graphql/columns.ts';
import { inAccount } from '../../graphql/context.ts';
import { defineObject } from '../../graphql/object-type.ts';

type ${pascal}Row = { readonly downloads: number };

const ${camel}Ref = schemaBuilder.objectRef<${pascal}Row>('${pascal}');
const VIEW = { permission: 'view' } as const;

async function read${pascal}(tx: Tx, accountId: string): Promise<${pascal}Row> {
  const { rows } = await sql<${pascal}Row>\`
    select count(*)::int as downloads from download where account_id = \${accountId}
  \`.execute(tx);
  return rows[0] ?? { downloads: 0 };
}

/** ${title}: replace the row and its query by those of your noun. */
export function ${define}(builder: Builder): void {
  defineObject(${camel}Ref, {
    description: '${title} of an account.',
    authScopes: VIEW,
    columns: { downloads: int('Number of downloads.') },
  });
  builder.queryField('${snake}', (t) =>
    t.field({
      type: ${camel}Ref,
      authScopes: VIEW,
      description: '${title} of the account.',
      resolve: (_root, _args, context) => inAccount(context, read${pascal}),
    }),
  );
}
`,
      ),
      newFile(
        tree,
        `${folder}/graphql.test.ts`,
        `import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { ask, type GraphqlServer, startGraphqlServer } from '../../../testing/graphql-server.ts';

let server: GraphqlServer;
let account: BuiltAccount;

beforeAll(async () => {
  server = await startGraphqlServer();
  account = await buildAccount(server.database);
});
afterAll(() => server.stop());

const QUERY = '{ ${snake} { downloads } }';

describe('${snake}', () => {
  test('counts the downloads of the account', async () => {
    const token = await server.tokenOf({ [account.accountId]: ['viewer'] });
    const { data, errors } = await ask(server, { token, account: account.urlName }, QUERY);
    expect(errors).toEqual([]);
    expect(data).toEqual({ ${snake}: { downloads: 0 } });
  });

  test('is refused to people of other accounts', async () => {
    const other = await buildAccount(server.database);
    const token = await server.tokenOf({ [other.accountId]: ['viewer'] });
    expect((await ask(server, { token, account: account.urlName }, QUERY)).status).toBe(403);
  });
});
`,
      ),
      withImport(
        insertBefore(tree, SCHEMA, '];\n\nlet built', `  ${define},\n`),
        `import { ${define} } from '../features/${kebab}/graphql.ts';`,
      ),
    ]);
  },
};
