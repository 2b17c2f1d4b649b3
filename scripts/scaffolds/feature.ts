import { insertBefore, newFile, type Scaffold, withImport } from './scaffold.ts';

const SCHEMA = 'packages/server/src/api/schema.ts';

/** A feature of the server: a GraphQL field with its permission and description, and its test over HTTP. */
export const featureScaffold: Scaffold = {
  kind: 'feature',
  doc: 'a folder in packages/server/src/features with a GraphQL field, its test, and its entry in api/schema.ts',
  files: 3,
  write: ({ kebab, pascal, snake, title }, tree) => {
    const folder = `packages/server/src/features/${kebab}`;
    const define = `define${pascal}`;
    return new Map([
      newFile(
        tree,
        `${folder}/graphql.ts`,
        `import { sql } from 'kysely';
import type { Builder } from '../../graphql/builder.ts';
import { inAccount } from '../../graphql/context.ts';

/** ${title}: replace the query by the one of your noun. */
export function ${define}(builder: Builder): void {
  builder.queryField('${snake}_count', (t) =>
    t.int({
      authScopes: { permission: 'view' },
      description: 'Number of downloads of the account.',
      resolve: (_root, _args, context) =>
        inAccount(context, async (tx, accountId) => {
          const { rows } = await sql<{ readonly total: number }>\`
            select count(*)::int as total from download where account_id = \${accountId}
          \`.execute(tx);
          return rows[0]?.total ?? 0;
        }),
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

const QUERY = '{ ${snake}_count }';

describe('${snake}_count', () => {
  test('counts the downloads of the account', async () => {
    const token = await server.tokenOf({ [account.accountId]: ['viewer'] });
    const { data, errors } = await ask(server, { token, account: account.urlName }, QUERY);
    expect(errors).toEqual([]);
    expect(data).toEqual({ ${snake}_count: 0 });
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
