import type { GraphQLField } from 'graphql';
import { isRequiredArgument } from 'graphql';
import { TEST_PASSWORD } from '../people.ts';
import { isArranged } from './arranged-calls.ts';
import type { OwnedId } from './ids-of.ts';
import type { FilledAccount } from './use-filled-account.ts';

type Values = Readonly<Record<string, unknown>>;

/** Arguments of root fields without which a call is refused before it searches. */
const FIXED: Readonly<Record<string, Values>> = {
  answer_publish_settings_change: { answer: 'approve' },
  create_service_token: { days: 1 },
  failure_explanation: { kind: 'download' },
  // A call that pauses or resumes something of its own would change the answer of the next one.
  // None of the known ids begins or ends maintenance that another call reads.
  plan_maintenance: {
    kind: 'download',
    name: 'none',
    reason: 'Maintenance',
    ends: new Date(Date.now() + 3_600_000).toISOString(),
  },
  freeze_dates: { first: '2020-01-01', last: '2020-01-31', upload_name: 'none', reason: 'Books closed' },
  unfreeze_dates: { held: 'deliver' },
  save_kept_data: { kind: 'units', days: 365, as_installation: false },
  pause: { kind: 'download', name: 'none', reason: 'Maintenance' },
  // Work of the own account waits for this key.
  pause_backlog: { kind: 'key' },
  pause_key: { name: 'none', reason: 'Maintenance' },
  resume: { kind: 'download', name: 'none', catch_up: 'all' },
  resume_key: { name: 'none', catch_up: 'all' },
  work_incident: { act: 'acknowledged' },
  launch_backfill: { start_datetime: '2020-01-01T00:00:00.000Z', end_datetime: '2020-01-01T23:59:59.000Z' },
  preview_backfill: { start_datetime: '2020-01-01', end_datetime: '2020-01-02' },
  preview_bulk_downloads: { action: 'retry' },
  preview_bulk_uploads: { action: 'retry' },
  preview_publish: { version: 1 },
  preview_publish_rows: { version: 1 },
  preview_table: { version: 1 },
  retry_failed_work: { from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z', dry_run: true },
  review_changelist: { answer: 'approve' },
  // A source with report dates, of which no run begins without one.
  run_download: { request_id: 'one' },
  saveAccountRole: { permissions: ['view'] },
  savePreference: { name: 'mode' },
  save_changelist: { version: 1 },
  save_download: { status: 'abandoned' },
  save_audit_stream: { type: 'webhook', address: 'https://hooks.acme.test/audit', enabled: false },
  save_export: { status: 'active' },
  save_flow: { archived: true },
  save_integration: { version: 1 },
  save_source_bundle: { status: 'active' },
  save_source_contract: { action: 'accept' },
  save_sso_connection: { kind: 'OIDC', settings: { issuer: 'https://idp.acme.test', client_id: 'switchboard' } },
  save_upload: { status: 'abandoned' },
  save_view: { list: 'downloads' },
  saved_views: { list: 'downloads' },
  start_oauth: { entity: 'credential', oauthType: 'google' },
  test_credential: { credential_type: 'api_token', properties: {} },
  timeline: { report_date: '2026-11-20' },
  userPreference: { name: 'mode' },
};

/** Arguments that are given beside one place only. */
const BESIDE: Readonly<Record<string, Values>> = {
  'comment_changelist(path)': { line: 1 },
  'saveAccountRole(roleId)': { version: 1 },
  'work_incident(person_id)': { act: 'assigned' },
};

/** Optional arguments that are given with what the caller’s own account has. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  merge_changelist: ['published_id'],
  saveAccountV2: ['urlName'],
  saveUserV2: ['urlNames'],
  save_emailrecipient: ['recipient'],
  save_integration: ['id'],
};

/** The arguments of a call of a root field that needs them, by what the caller’s own account has. */
export function knownArguments(
  field: GraphQLField<unknown, unknown>,
  place: string,
  mine: FilledAccount,
  ids: readonly OwnedId[],
): Values {
  const { word, urlName, draftId, email } = mine;
  const idIn = (table: string): string => ids.find((each) => each.table === table && each.column === 'id')?.id ?? '';
  const own: Values = {
    changelist_id: draftId,
    modified_id: draftId,
    original_id: draftId,
    published_id: mine.changelistId,
    filter_id: idIn('integration_filter'),
    ...(field.name.endsWith('_integration') ? { id: idIn('integration') } : {}),
    ...(field.name === 'work_incident' ? { id: ids.find(({ column }) => column === 'incident_id')?.id } : {}),
    ...Object.fromEntries(
      ['credential', 'downloadName', 'from', 'keyName', 'name', 'source', 'table', 'to', 'upload', 'uploadName'].map(
        (argument) => [argument, word],
      ),
    ),
    email,
    userEmail: email,
    recipient: `${word}@ingest.test`,
    urlName,
    urlNames: [urlName],
    upload_names: [word],
    password: TEST_PASSWORD,
    ...FIXED[field.name],
    // The query of the same name reads the own pause.
    ...(field.name === 'pause' && !field.args.some(({ name }) => name === 'reason') ? { name: word } : {}),
    ...BESIDE[place],
    ...(isArranged(place) ? { name: word, catch_up: 'some' } : {}),
  };
  const given = [...(GIVEN[field.name] ?? []), ...Object.keys({ ...FIXED[field.name], ...BESIDE[place] })];
  return Object.fromEntries(
    field.args
      .filter((argument) => argument.name in own && (isRequiredArgument(argument) || given.includes(argument.name)))
      .map(({ name }) => [name, own[name]]),
  );
}
