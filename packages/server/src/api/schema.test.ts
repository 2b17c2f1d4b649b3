import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PERMISSIONS, type Permission, permissionsOf, ROLES } from '@switchboard/model';
import { execute, type GraphQLField, type GraphQLSchema, isObjectType, parse, printSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { GraphqlContext } from '../graphql/context.ts';
import { scopesOf } from '../graphql/guard-plugin.ts';
import { graphqlSchema } from './schema.ts';

const schema = graphqlSchema();
const ROOTS = ['Query', 'Mutation', 'Subscription'];
const types = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'));
const objects = types.filter(isObjectType);

/** Every root field, and what it asks for. A field that is missing here fails the build. */
const ROOT_PERMISSIONS: Readonly<Record<string, Permission | 'signedIn'>> = {
  'Query.meV2': 'signedIn',
  'Query.userPreference': 'signedIn',
  'Query.filter_options': 'view',
  'Query.download': 'view',
  'Query.downloads': 'view',
  'Query.flow_downloads': 'view',
  'Query.upload': 'view',
  'Query.uploads': 'view',
  'Query.flow': 'view',
  'Query.events': 'view',
  'Query.flows': 'view',
  'Query.homepage': 'view',
  'Query.import_status': 'view',
  'Query.backfill': 'backfills',
  'Query.backfill_detail': 'backfills',
  'Query.backfills': 'backfills',
  'Query.preview_backfill': 'backfills',
  'Mutation.launch_backfill': 'backfills',
  'Mutation.save_backfill': 'backfills',
  'Mutation.retry_flow': 'manage-pipelines',
  'Mutation.save_flow': 'develop-scripts',
  'Mutation.save_changelist': 'develop-scripts',
  'Mutation.savePreference': 'signedIn',
  'Query.source_bundles': 'view',
  'Query.export_declarations': 'view',
  'Query.export_status': 'view',
  'Mutation.save_credential': 'manage-keys',
  'Mutation.save_export': 'develop-scripts',
  'Mutation.save_source_bundle': 'develop-scripts',
  'Mutation.save_download': 'manage-pipelines',
  'Mutation.save_upload': 'manage-pipelines',
  'Subscription.changes': 'view',
};

function statedBy(extensions: Readonly<Record<string | symbol, unknown>>): string | null {
  const scopes = scopesOf(extensions);
  if ('signedIn' in scopes) return 'signedIn';
  return 'permission' in scopes && typeof scopes.permission === 'string' ? scopes.permission : null;
}

describe('every part of the schema', () => {
  test('is described', () => {
    const undescribed = types
      .filter((type) => !['String', 'Boolean', 'Int', 'Float', 'ID'].includes(type.name))
      .flatMap((type) => [
        ...(type.description ? [] : [type.name]),
        ...(isObjectType(type)
          ? Object.values(type.getFields()).flatMap((field) => undescribedIn(type.name, field))
          : []),
      ]);
    expect(undescribed).toEqual([]);
  });

  test.each(objects.filter((type) => !ROOTS.includes(type.name)).map((type) => [type.name, type] as const))(
    '%s states who may see it',
    (_, type) => {
      const stated = statedBy(type.extensions);
      expect(stated === 'signedIn' || PERMISSIONS.some((permission) => permission === stated)).toBe(true);
    },
  );

  test('each root field states the permission that is expected of it', () => {
    const found = objects
      .filter((type) => ROOTS.includes(type.name))
      .flatMap((type) =>
        Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, statedBy(field.extensions)]),
      );
    expect(Object.fromEntries(found)).toEqual(ROOT_PERMISSIONS);
  });

  test('stands in the committed file', () => {
    const committed = readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8');
    expect(committed).toBe(`${printSchema(schema)}\n`);
  });
});

function undescribedIn(type: string, field: GraphQLField<unknown, unknown>): string[] {
  return [
    ...(field.description ? [] : [`${type}.${field.name}`]),
    ...field.args.filter((arg) => !arg.description).map((arg) => `${type}.${field.name}(${arg.name})`),
  ];
}

/** A context that holds these permissions and nothing to read from: what is let through ends in a TypeError. */
function contextOf(permissions: readonly Permission[], accountId: string | null): GraphqlContext {
  const person = { id: 'p', email: 'p@test.test', name: 'P' };
  const session = { person, accountId, urlName: null, roles: [], permissions: new Set(permissions), requestId: 'r' };
  const missing = {} as Pick<GraphqlContext, 'database' | 'transfers' | 'changes' | 'backfills' | 'tests' | 'now'>;
  return { ...missing, session, loaders: new Map(), confirm: async () => {}, tokenEnds: null };
}

async function refuses(from: GraphQLSchema, field: string, context: GraphqlContext): Promise<boolean> {
  const [root = '', name = ''] = field.split('.');
  const definition = objects.find((type) => type.name === root)?.getFields()[name];
  const needed = definition?.args.filter((arg) => String(arg.type).endsWith('!')) ?? [];
  const args = needed.map((arg) => `${arg.name}: "abandoned"`).join(', ');
  const leaf = ['userPreference'].includes(name) ? '' : '{ __typename }';
  const text = `${root.toLowerCase()} { ${name}${args === '' ? '' : `(${args})`} ${leaf} }`;
  const result = await execute({ schema: from, document: parse(text), contextValue: context });
  return result.errors?.some(({ message }) => message === 'You do not have access to this.') ?? false;
}

describe('who may use which field', () => {
  const fields = Object.entries(ROOT_PERMISSIONS).filter(([name]) => !name.startsWith('Subscription'));
  const cases = ROLES.flatMap((role) => fields.map(([field, permission]) => ({ role, field, permission })));

  test.each(cases)('$role: $field', async ({ role, field, permission }) => {
    const permissions = permissionsOf([role], []);
    const expected = permission !== 'signedIn' && !permissions.includes(permission);
    expect(await refuses(schema, field, contextOf(permissions, 'an account'))).toBe(expected);
  });

  test.each(fields)('nobody without a role, and nobody outside an account: %s', async (field, permission) => {
    const expected = permission !== 'signedIn';
    expect(await refuses(schema, field, contextOf([], 'an account'))).toBe(expected);
    expect(await refuses(schema, field, contextOf([...PERMISSIONS], null))).toBe(expected);
  });
});
