import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DEFINABLE_PERMISSIONS,
  PERMISSIONS,
  type Permission,
  permissionsOf,
  ROLES,
} from '@switchboard/model/permissions';
import { execute, type GraphQLField, type GraphQLSchema, isObjectType, parse, printSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { GraphqlContext, GraphqlServices } from '../graphql/context.ts';
import type { Session } from '../identity/session.ts';
import { scopesOf } from './graphql/guard-plugin.ts';
import { graphqlSchema } from './schema.ts';

const schema = graphqlSchema();
const ROOTS = ['Query', 'Mutation', 'Subscription'];
const types = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'));
const objects = types.filter(isObjectType);

/** Every root field with the permission that it requires. A field that is missing here fails the build. */
const ROOT_PERMISSIONS: Readonly<Record<string, Permission | 'signedIn' | `admin ${Permission}`>> = {
  'Query.meV2': 'signedIn',
  'Query.userPreference': 'signedIn',
  'Query.accountsV2': 'admin list-accounts-v2',
  'Query.account': 'admin manage-users',
  'Query.users': 'admin list-accounts-v2',
  'Query.userV2': 'admin manage-users',
  'Query.verifyEmail': 'admin manage-users',
  'Query.admin_acts': 'admin manage-accounts',
  'Query.deactivatedAccounts': 'admin manage-accounts',
  'Query.deactivatedUsers': 'admin manage-accounts',
  'Query.audit_entries': 'read-audit-log',
  'Query.installation_report': 'admin manage-accounts',
  'Mutation.retry_failed_work': 'admin manage-accounts',
  'Query.kept_data': 'admin manage-accounts',
  'Mutation.save_kept_data': 'admin manage-accounts',
  'Mutation.saveUserV2': 'admin manage-users',
  'Mutation.removeUserV2': 'admin manage-accounts',
  'Mutation.eraseAccount': 'admin manage-accounts',
  'Mutation.eraseAddress': 'admin manage-accounts',
  'Mutation.eraseUser': 'admin manage-accounts',
  'Mutation.reactivateAccount': 'admin manage-accounts',
  'Mutation.removeUserFromAccountV2': 'admin manage-users',
  'Mutation.setAuth0UserBlock': 'admin manage-users',
  'Mutation.resetUserFactors': 'admin manage-users',
  'Mutation.endUserSessions': 'admin manage-users',
  'Query.own_sessions': 'signedIn',
  'Mutation.end_session': 'signedIn',
  'Mutation.end_other_sessions': 'signedIn',
  'Mutation.saveAccountV2': 'admin manage-users',
  'Mutation.deactivateAccountV2': 'admin manage-accounts',
  'Query.filter_options': 'view',
  'Query.saved_views': 'view',
  'Mutation.save_view': 'view',
  'Mutation.create_service_token': 'develop-scripts',
  'Mutation.revoke_service_token': 'develop-scripts',
  'Query.service_tokens': 'develop-scripts',
  'Query.failure_explanation': 'view',
  'Query.script_catalog': 'view',
  'Mutation.rename_view': 'view',
  'Mutation.delete_view': 'view',
  'Query.download': 'view',
  'Query.downloads': 'view',
  'Query.flow_downloads': 'view',
  'Query.upload': 'view',
  'Query.uploads': 'view',
  'Query.download_counts': 'view',
  'Query.upload_counts': 'view',
  'Query.event_counts': 'view',
  'Query.matching_downloads': 'manage-pipelines',
  'Query.matching_uploads': 'manage-pipelines',
  'Query.event_histogram': 'view',
  'Query.incidents': 'signedIn',
  'Query.flow': 'view',
  'Query.event': 'view',
  'Query.events': 'view',
  'Query.flows': 'view',
  'Query.homepage': 'view',
  'Query.asset_graph': 'view',
  'Query.timeline': 'view',
  'Query.critical_path': 'view',
  'Query.account_health': 'signedIn',
  'Query.schema_changes': 'view',
  'Mutation.save_source_contract': 'manage-pipelines',
  'Query.downloadDetails': 'view',
  'Query.uploadDetails': 'view',
  'Query.credentials': 'view',
  'Query.credential': 'view',
  'Query.keyDetails': 'view',
  'Query.impactedDownloads': 'view',
  'Query.impactedUploads': 'view',
  'Query.credential_changes': 'view',
  'Query.preview_repoint': 'publish-scripts',
  'Mutation.repoint_key': 'publish-scripts',
  'Query.getSuspendedCredentialCount': 'view',
  'Query.import_status': 'view',
  'Query.backfill': 'backfills',
  'Query.backfill_detail': 'backfills',
  'Query.backfills': 'backfills',
  'Query.preview_backfill': 'backfills',
  'Mutation.launch_backfill': 'backfills',
  'Mutation.save_backfill': 'backfills',
  'Query.backfills_to_cancel': 'backfills',
  'Mutation.cancel_backfills': 'backfills',
  'Mutation.retry_flow': 'manage-pipelines',
  'Mutation.save_flow': 'develop-scripts',
  'Query.changelist': 'view',
  'Query.published_changelist': 'view',
  'Query.drafts': 'view',
  'Query.history': 'view',
  'Query.changelist_diff': 'view-diffs-beta',
  'Mutation.save_changelist': 'develop-scripts',
  'Mutation.branch_changelist': 'develop-scripts',
  'Mutation.merge_changelist': 'develop-scripts',
  'Mutation.enter_changelist': 'view',
  'Mutation.leave_changelist': 'view',
  'Query.publish_settings': 'view',
  'Mutation.save_publish_settings': 'manage-publish-rules',
  'Mutation.answer_publish_settings_change': 'manage-publish-rules',
  'Query.sso_settings': 'manage-sign-in',
  'Mutation.save_sso_connection': 'manage-sign-in',
  'Mutation.remove_sso_connection': 'manage-sign-in',
  'Mutation.set_sso_only': 'manage-sign-in',
  'Mutation.add_sso_domain': 'manage-sign-in',
  'Mutation.verify_sso_domain': 'manage-sign-in',
  'Mutation.remove_sso_domain': 'manage-sign-in',
  'Mutation.save_sso_break_glass': 'manage-sign-in',
  'Mutation.comment_changelist': 'develop-scripts',
  'Mutation.edit_comment': 'develop-scripts',
  'Mutation.delete_comment': 'develop-scripts',
  'Mutation.resolve_comment': 'develop-scripts',
  'Mutation.request_review': 'develop-scripts',
  'Mutation.review_changelist': 'approve-scripts',
  'Mutation.preview_table': 'develop-scripts',
  'Mutation.preview_publish': 'publish-scripts',
  'Mutation.preview_publish_rows': 'publish-scripts',
  'Mutation.rollback_changelist': 'publish-scripts',
  'Mutation.savePreference': 'signedIn',
  'Mutation.saveAccountRole': 'admin manage-users',
  'Mutation.removeAccountRole': 'admin manage-users',
  'Mutation.answer_invitation': 'signedIn',
  'Mutation.resend_invitation': 'admin manage-users',
  'Mutation.revoke_invitation': 'admin manage-users',
  'Query.received_invitation': 'signedIn',
  'Mutation.resetAuth0Password': 'signedIn',
  'Query.sign_in_factors': 'signedIn',
  'Mutation.start_authenticator_app': 'signedIn',
  'Mutation.confirm_authenticator_app': 'signedIn',
  'Mutation.remove_authenticator_app': 'signedIn',
  'Mutation.renew_recovery_codes': 'signedIn',
  'Mutation.start_passkey': 'signedIn',
  'Mutation.add_passkey': 'signedIn',
  'Mutation.rename_passkey': 'signedIn',
  'Mutation.remove_passkey': 'signedIn',
  'Query.source_bundles': 'view',
  'Query.sbs_schemas': 'view',
  'Query.sbs_schema': 'view',
  'Query.downloadRowsReport': 'view',
  'Query.start_oauth': 'manage-keys',
  'Query.integration': 'view',
  'Query.integrations': 'view',
  'Query.integration_sign_in': 'manage-integrations',
  'Mutation.save_integration': 'manage-integrations',
  'Mutation.remove_integration': 'manage-integrations',
  'Mutation.test_integration': 'manage-integrations',
  'Mutation.test_integration_draft': 'manage-integrations',
  'Query.audit_settings': 'read-audit-log',
  'Mutation.save_audit_stream': 'manage-audit-log',
  'Mutation.save_audit_retention': 'manage-audit-log',
  'Mutation.test_audit_stream': 'manage-audit-log',
  'Mutation.remove_audit_stream': 'manage-audit-log',
  'Query.recipients': 'email-ingest-v3',
  'Query.ingest_settings': 'email-ingest-v3',
  'Query.received_mail': 'email-ingest-v3',
  'Query.received_mails': 'email-ingest-v3',
  'Query.test_emailmatch': 'email-ingest-v3',
  'Mutation.replay_received_mail': 'email-ingest-v3',
  'Mutation.save_emailrecipient': 'email-ingest-v3',
  'Mutation.save_emailmatch': 'email-ingest-v3',
  'Query.export_declaration': 'view',
  'Query.export_declarations': 'view',
  'Query.export_status': 'view',
  'Query.account_key': 'manage-keys',
  'Mutation.save_account_key': 'manage-keys',
  'Mutation.remove_account_key': 'manage-keys',
  'Mutation.save_credential': 'manage-keys',
  'Mutation.test_credential': 'manage-keys',
  'Query.maintenance': 'view',
  'Query.restatements': 'view',
  'Query.date_freezes': 'view',
  'Mutation.freeze_dates': 'manage-pipelines',
  'Mutation.unfreeze_dates': 'manage-pipelines',
  'Mutation.deliver_held_upload': 'manage-pipelines',
  'Query.pause': 'view',
  'Query.pause_backlog': 'view',
  'Mutation.plan_maintenance': 'manage-pipelines',
  'Mutation.end_maintenance': 'manage-pipelines',
  'Mutation.pause': 'manage-pipelines',
  'Mutation.resume': 'manage-pipelines',
  'Mutation.pause_key': 'manage-keys',
  'Mutation.resume_key': 'manage-keys',
  'Mutation.save_export': 'develop-scripts',
  'Mutation.save_source_bundle': 'develop-scripts',
  'Mutation.save_download': 'manage-pipelines',
  'Mutation.save_upload': 'manage-pipelines',
  'Mutation.abort_download': 'manage-pipelines',
  'Mutation.run_download': 'manage-pipelines',
  'Mutation.run_upload': 'manage-pipelines',
  'Mutation.work_incident': 'manage-pipelines',
  'Query.incident_assignees': 'manage-pipelines',
  'Query.incident_history': 'view',
  'Mutation.abandon_upload': 'manage-pipelines',
  'Mutation.save_event': 'manage-pipelines',
  'Query.bulk_change': 'manage-pipelines',
  'Mutation.preview_bulk_downloads': 'manage-pipelines',
  'Mutation.preview_bulk_uploads': 'manage-pipelines',
  'Mutation.run_bulk_change': 'manage-pipelines',
  'Subscription.changes': 'view',
};

function statedBy(extensions: Readonly<Record<string | symbol, unknown>>): string | null {
  const scopes = scopesOf(extensions);
  if ('signedIn' in scopes) return 'signedIn';
  if ('admin' in scopes && typeof scopes.admin === 'string') return `admin ${scopes.admin}`;
  return 'permission' in scopes && typeof scopes.permission === 'string' ? scopes.permission : null;
}

describe('every part of the schema', () => {
  test('every part of the schema is described', () => {
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
    '%s declares its permission',
    (_, type) => {
      const stated = statedBy(type.extensions);
      const known = ['signedIn', ...PERMISSIONS, ...PERMISSIONS.map((permission) => `admin ${permission}`)];
      expect(known).toContain(stated);
    },
  );

  test('each root field declares the expected permission', () => {
    const found = objects
      .filter((type) => ROOTS.includes(type.name))
      .flatMap((type) =>
        Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, statedBy(field.extensions)]),
      );
    expect(Object.fromEntries(found)).toEqual(ROOT_PERMISSIONS);
  });

  test('every part of the schema that lists something is a connection', { tags: 'proof:lists-are-connections' }, () => {
    const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
    expect(fields.filter(({ type }) => String(type).startsWith('[')).map(({ name }) => name)).toEqual([]);
    const paged = fields.filter(({ args }) => args.some(({ name }) => name === 'first'));
    expect(paged.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['source_bundles', 'export_declarations', 'import_status', 'export_status']),
    );
    for (const { name, type } of paged)
      expect([name, String(type)]).toEqual([name, expect.stringMatching(/Connection!$/)]);
  });

  test('every part of the schema is the one in the committed file', () => {
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

/** A context with these permissions and without a database: a field that is allowed ends in a TypeError. */
function contextOf(
  permissions: readonly Permission[],
  accountId: string | null,
  globalPermissions: readonly Permission[] = [],
): GraphqlContext {
  const session: Session = {
    person: { id: 'p', email: 'p@test.test', name: 'P' },
    accountId,
    urlName: null,
    roles: [],
    permissions: new Set(permissions),
    globalPermissions: new Set(globalPermissions),
    serviceTokenId: null,
    mayFetchNewDownloads: true,
    requestId: 'r',
  };
  // Memberships are read before a field is refused: the person has none.
  const database = { withIdentity: async () => new Set() };
  const missing = { database } as unknown as GraphqlServices;
  return {
    ...missing,
    session,
    loaders: new Map(),
    adminGrants: new Set(),
    confirm: async () => {},
    signal: new AbortController().signal,
    setCookie: () => {},
    tokenEnds: null,
  };
}

async function refuses(from: GraphQLSchema, field: string, context: GraphqlContext): Promise<boolean> {
  const [root = '', name = ''] = field.split('.');
  const definition = objects.find((type) => type.name === root)?.getFields()[name];
  const needed = definition?.args.filter((arg) => String(arg.type).endsWith('!')) ?? [];
  const values: Readonly<Record<string, string>> = {
    'Int!': '1',
    'Boolean!': 'true',
    'DateTime!': '"2026-11-20T00:00:00Z"',
  };
  const args = needed.map((arg) => `${arg.name}: ${values[String(arg.type)] ?? '"abandoned"'}`).join(', ');
  const leaf = ['userPreference', 'leave_changelist'].includes(name) ? '' : '{ __typename }';
  const text = `${root.toLowerCase()} { ${name}${args === '' ? '' : `(${args})`} ${leaf} }`;
  const result = await execute({ schema: from, document: parse(text), contextValue: context });
  return result.errors?.some(({ message }) => message === 'You do not have access to this.') ?? false;
}

/** Fields that need a second permission. */
const NEED_ANOTHER: readonly string[] = [
  'Query.preview_repoint',
  'Mutation.repoint_key',
  'Mutation.rollback_changelist',
  'Mutation.save_account_key',
  'Mutation.remove_account_key',
];

describe('the permission of a field', () => {
  const fields = Object.entries(ROOT_PERMISSIONS).filter(([name]) => !name.startsWith('Subscription'));
  const administrative = fields.filter(([, permission]) => permission.startsWith('admin '));
  const cases = ROLES.flatMap((role) => fields.map(([field, permission]) => ({ role, field, permission })));

  test.each(cases)('lets $role read $field only with its permission', async ({ role, field, permission }) => {
    const permissions = permissionsOf([role], []);
    const held: readonly string[] = ['signedIn', ...permissions];
    expect(await refuses(schema, field, contextOf(permissions, 'an account'))).toBe(!held.includes(permission));
  });

  test.each(DEFINABLE_PERMISSIONS)(
    'a defined role with %s alone opens exactly the fields of that permission',
    async (only) => {
      const held = permissionsOf([], [], [{ name: 'Defined', permissions: [only] }]);
      const opened: string[] = [];
      for (const [field] of fields)
        if (!(await refuses(schema, field, contextOf(held, 'an account')))) opened.push(field);
      const expected = fields.filter(
        ([field, permission]) => permission === 'signedIn' || (permission === only && !NEED_ANOTHER.includes(field)),
      );
      expect(opened).toEqual(expected.map(([field]) => field));
    },
  );

  test.each(fields)('a person without a role, and any person outside an account: %s', async (field, permission) => {
    const expected = permission !== 'signedIn';
    expect(await refuses(schema, field, contextOf([], 'an account'))).toBe(expected);
    expect(await refuses(schema, field, contextOf([...PERMISSIONS], null))).toBe(expected);
  });

  test.each(ROLES.flatMap((role) => administrative.map(([field, permission]) => ({ role, field, permission }))))(
    'a global $role, outside an account: $field',
    async ({ role, field, permission }) => {
      const permissions = permissionsOf([], [role]);
      const held: readonly string[] = permissions.map((each) => `admin ${each}`);
      expect(await refuses(schema, field, contextOf([], null, permissions))).toBe(!held.includes(permission));
    },
  );
});
