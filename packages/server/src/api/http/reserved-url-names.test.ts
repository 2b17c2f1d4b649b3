import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { routesOf } from '../../../testing/routes-of.ts';

const CONSOLE_SCREENS = join(import.meta.dirname, '../../../../console/src/screens.ts');
const URL_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

const server = useGraphqlServer();
let reserved: string[];

beforeAll(async () => {
  const { rows } = await server.database.withIdentity((tx) =>
    sql<{ name: string }>`select name from reserved_url_name`.execute(tx),
  );
  reserved = rows.map(({ name }) => name);
});

/** First segments of paths that an account could have as its url name. */
const firstSegments = (paths: readonly string[]): string[] =>
  [...new Set(paths.map((path) => path.split('/')[1] ?? ''))].filter((segment) => URL_NAME.test(segment));

test('every route of the server is a reserved url name', () => {
  const segments = firstSegments(routesOf(server.app).map(({ path }) => path));
  expect(segments).toEqual(expect.arrayContaining(['api', 'oidc', 'sign-in', 'metrics']));
  expect(reserved).toEqual(expect.arrayContaining(segments));
});

test('every route of the console outside an account is a reserved url name', () => {
  const paths = [...readFileSync(CONSOLE_SCREENS, 'utf8').matchAll(/(?:path: |step\(\s*)'(\/[^']*)'/g)].map(
    (match) => match[1] ?? '',
  );
  const segments = firstSegments(paths);
  expect(segments).toEqual(expect.arrayContaining(['callback', 'logout', 'error']));
  expect(reserved).toEqual(expect.arrayContaining(segments));
});

test.each(['app', 'admin', 'users', 'silent-callback', 'assets', 'oauthsuccess', 'oauthinvalid'])(
  '%s is reserved for a later screen',
  (name) => {
    expect(reserved).toContain(name);
  },
);
