import { ReceiverError } from '@switchboard/connectors';
import { findIntegrationType, type IntegrationType } from '@switchboard/model/integrations/integration-types';
import {
  type IntegrationProblem,
  type IntegrationValues,
  pathOfField,
  pathOfTarget,
  validateIntegration,
} from '@switchboard/model/integrations/validate-integration';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { learnSecrets } from '../../observe/scope.ts';
import { integrationLabel } from '../../pipeline/notices/integration-label.ts';
import {
  countIntegrations,
  MAX_INTEGRATIONS,
  putFilters,
  putIntegration,
  readIntegration,
  type StoredFilter,
  type StoredIntegration,
  storedSecrets,
} from '../../pipeline/notices/store-integration.ts';
import { type IntegrationAnswer, type IntegrationParts, invalid } from './integration-parts.ts';
import { type GivenDraft, type ReadDraft, readDraft } from './read-draft.ts';
import { hasOperationErrors, testFilterProblem, testProblems } from './test-integration.ts';
import { hiddenTypes } from './visible-types.ts';

export type IntegrationEdit = GivenDraft & {
  /** Null adds an integration. */
  readonly id: string | null;
  readonly type: string | null;
  /** The version that was edited; null for whichever there is. */
  readonly version: number | null;
};

/** Validates an integration, asks its other side, and stores it. */
export async function saveIntegration(
  parts: IntegrationParts,
  accountId: string,
  session: Session,
  edit: IntegrationEdit,
): Promise<IntegrationAnswer> {
  const { database, vault } = parts;
  const { id } = edit;
  const prepared = await prepareIntegration(parts, accountId, session, edit);
  if ('kind' in prepared) return prepared;
  const { before, type, composed } = prepared;
  const known = await database.withAccount(accountId, (tx) => filterConfigurations(tx, accountId, before?.id ?? null));
  const asked = await ask(parts, accountId, type, composed, known);
  if (!('publicAuthorization' in asked)) return invalid(asked);

  return database.withAccount(accountId, async (tx): Promise<IntegrationAnswer> => {
    const locked = id === null ? null : await readIntegration(tx, accountId, id, true);
    if (id !== null && locked === null) return { kind: 'missing' };
    if (locked !== null && locked.version !== before?.version) return invalid([changedMeanwhile(locked)]);
    if (id === null && (await countIntegrations(tx)) >= MAX_INTEGRATIONS)
      return invalid([
        { path: null, message: `The account has ${MAX_INTEGRATIONS} integrations already. Remove one first.` },
      ]);
    const { configuration } = composed.draft;
    const content = {
      type: type.name,
      publicAuthorization: asked.publicAuthorization,
      configuration,
      secrets: composed.secrets,
      // What kept it from working is found out again by the next notice.
      problem: null,
    };
    const saved = await putIntegration(tx, vault, accountId, { before: locked, content, personId: session.person.id });
    await putFilters(tx, accountId, saved, asked.filters);
    const integration = integrationLabel(type.name, asked.publicAuthorization);
    await recordEvent(tx, {
      accountId,
      severity: 'info',
      code: id === null ? 'INTEGRATION_ADDED' : 'INTEGRATION_CHANGED',
      parameters: { person: session.person.name, integration },
    });
    await recordAudit(tx, {
      kind: id === null ? 'integration_added' : 'integration_changed',
      accountId,
      target: { kind: 'integration', id: saved, name: integration },
      after: { type: type.name, filters: asked.filters.length, is_secret_new: composed.isAuthorizationNew },
    });
    return { kind: 'done', id: saved };
  });
}

export type PreparedIntegration = {
  readonly before: StoredIntegration | null;
  readonly type: IntegrationType;
  readonly composed: Composed;
};

/** Merges an edit over what is stored, and validates it. */
export async function prepareIntegration(
  parts: Pick<IntegrationParts, 'database' | 'vault'>,
  accountId: string,
  session: Session,
  edit: IntegrationEdit,
): Promise<PreparedIntegration | IntegrationAnswer> {
  const { database } = parts;
  const { id } = edit;
  const before = id === null ? null : await database.withAccount(accountId, (tx) => readIntegration(tx, accountId, id));
  if (id !== null && before === null) return { kind: 'missing' };
  const name = before?.type ?? edit.type ?? '';
  const type = findIntegrationType(name);
  if (type === undefined || hiddenTypes(session.permissions).includes(name))
    return before === null
      ? invalid([{ path: 'integration_type', message: `There is no integration type ${name.slice(0, 100)}.` }])
      : { kind: 'missing' };
  if (edit.type !== null && edit.type !== name)
    return invalid([{ path: 'integration_type', message: 'The type of an integration cannot be changed.' }]);
  if (before !== null && isOutdated(before, edit)) return invalid([changedMeanwhile(before)]);

  const draft = readDraft(type, edit);
  if (!('authorization' in draft)) return invalid(draft);
  const secretNames = type.fields.flatMap((field) => (field.secret === true ? [field.name] : []));
  learnSecrets(secretNames.map((field) => draft.authorization[field]));
  const composed = await compose(parts, accountId, type, draft, before);
  const problems = [
    ...movedSecrets(type, composed, draft, before),
    ...validateIntegration(type, composed.draft, new Set(Object.keys(composed.secrets))),
    ...(type.name === 'test' ? testProblems(composed.draft.authorization, composed.draft.configuration) : []),
  ];
  if (problems.length > 0) return invalid(problems);
  return { before, type, composed };
}

const isOutdated = (before: StoredIntegration, { version }: IntegrationEdit): boolean =>
  version !== null && before.version !== version;

function changedMeanwhile({ person, updated }: StoredIntegration): IntegrationProblem {
  const when = updated.toISOString().slice(11, 16);
  return {
    code: 'changed_meanwhile',
    path: null,
    message: `${person ?? 'Somebody'} changed this integration at ${when} UTC, after you opened it. Nothing was saved.`,
  };
}

/** Stored secrets are not sent to another place than that for which they were given. */
function movedSecrets(
  type: IntegrationType,
  { draft }: Composed,
  { authorization }: ReadDraft,
  before: StoredIntegration | null,
): readonly IntegrationProblem[] {
  const moved = type.fields.find(
    ({ name, place }) => place === true && before !== null && draft.configuration[name] !== before.configuration[name],
  );
  if (moved === undefined) return [];
  return type.fields
    .filter(({ name, secret }) => secret === true && authorization[name] === undefined)
    .map((field) => ({
      path: pathOfField(field),
      message: `Enter ${field.label} again: ${moved.label} changed, and stored secrets are not sent to another place.`,
    }));
}

type Composed = {
  readonly draft: Parameters<typeof validateIntegration>[1];
  readonly secrets: Readonly<Record<string, string>>;
  /** Whether a secret was given that must be tried. */
  readonly isAuthorizationNew: boolean;
};

/** Merges the given values over the stored ones. */
async function compose(
  { vault }: Pick<IntegrationParts, 'vault'>,
  accountId: string,
  type: IntegrationType,
  draft: ReadDraft,
  before: StoredIntegration | null,
): Promise<Composed> {
  const secretNames = new Set(type.fields.flatMap(({ name, secret }) => (secret === true ? [name] : [])));
  const given = Object.entries(draft.authorization);
  const newSecrets = Object.fromEntries(given.filter(([name]) => secretNames.has(name))) as Record<string, string>;
  const open = given.filter(([name]) => !secretNames.has(name));
  const ownNames = type.fields.flatMap(({ name, section, secret }) =>
    section === 'authorization' && secret !== true ? [name] : [],
  );
  const kept = Object.entries(before?.public_authorization ?? {}).filter(([name]) => !ownNames.includes(name));
  return {
    draft: {
      authorization: { ...Object.fromEntries([...kept, ...open]), ...newSecrets },
      configuration: draft.configuration ?? before?.configuration ?? {},
      filters: draft.filters ?? [],
    },
    secrets: { ...(before === null ? {} : await storedSecrets(vault, accountId, before)), ...newSecrets },
    isAuthorizationNew: Object.keys(newSecrets).length > 0,
  };
}

type Asked = { readonly publicAuthorization: IntegrationValues; readonly filters: readonly StoredFilter[] };

/** Completes an integration by what its other side says. */
async function ask(
  { slack }: IntegrationParts,
  accountId: string,
  type: IntegrationType,
  { draft, secrets, isAuthorizationNew }: Composed,
  known: ReadonlyMap<string, IntegrationValues>,
): Promise<Asked | readonly IntegrationProblem[]> {
  const open = Object.fromEntries(
    Object.entries(draft.authorization).filter(([name]) => !Object.hasOwn(secrets, name)),
  );
  const { url } = secrets;
  if (type.target.kind !== 'channel')
    return {
      // Of a secret address people see the host.
      publicAuthorization: url === undefined ? open : { ...open, name: new URL(url).host },
      filters: draft.filters.map((filter) => ({
        ...filter,
        problem: type.name === 'test' ? testFilterProblem(filter.configuration) : null,
      })),
    };
  const token = secrets['token'] ?? '';
  try {
    const identity = isAuthorizationNew ? await slack.identify(accountId, token) : {};
    const described = new Map([...known.values()].map((channel) => [String(channel['channel_id']), channel]));
    const wanted = draft.filters.map(({ configuration }) => String(configuration['channel_id']));
    if (wanted.some((channel) => !described.has(channel))) {
      const { channels, error } = await slack.channels(accountId, token);
      if (error !== null) return [{ path: null, message: error }];
      for (const { id, name, is_general, is_member } of channels)
        described.set(id, { channel_id: id, channel_name: name, is_general, is_member });
    }
    const missing = wanted.flatMap((channel, row) =>
      described.has(channel)
        ? []
        : [{ path: pathOfTarget(row, 'channel_id'), message: 'Slack knows no such channel: choose another one.' }],
    );
    if (missing.length > 0) return missing;
    return {
      publicAuthorization: { ...open, ...identity },
      filters: draft.filters.map((filter, row) => ({
        ...filter,
        configuration: described.get(wanted[row] ?? '') ?? {},
        problem: null,
      })),
    };
  } catch (error) {
    if (!(error instanceof ReceiverError)) throw error;
    return [{ path: error.about === 'authorization' ? 'authorization.token' : null, message: error.message }];
  }
}

async function filterConfigurations(
  tx: Tx,
  accountId: string,
  integrationId: string | null,
): Promise<ReadonlyMap<string, IntegrationValues>> {
  if (integrationId === null) return new Map();
  const { rows } = await sql<{ id: string; configuration: IntegrationValues }>`
    select id, configuration from integration_filter
    where account_id = ${accountId}::uuid and integration_id = ${integrationId}::uuid`.execute(tx);
  return new Map(rows.map(({ id, configuration }) => [id, configuration]));
}

/** Whether an integration has what keeps it from working. */
export const isDegraded = (row: {
  readonly type: string;
  readonly problem: string | null;
  readonly configuration: IntegrationValues;
  readonly filters: readonly { readonly problem: string | null }[];
}): boolean =>
  row.problem !== null ||
  row.filters.some(({ problem }) => problem !== null) ||
  (row.type === 'test' && hasOperationErrors(row.configuration));
