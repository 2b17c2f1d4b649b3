import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { scopesOf } from '../../src/api/graphql/guard-plugin.ts';
import { graphqlSchema } from '../../src/api/schema.ts';
import { connect } from '../../src/db/connect.ts';
import { useGraphqlServer } from '../../testing/hooks/use-server.ts';
import { idsOf, type OwnedId } from '../../testing/isolation/ids-of.ts';
import { knownArguments } from '../../testing/isolation/known-arguments.ts';
import { type ObjectPath, objectPaths, selectAlong } from '../../testing/isolation/object-paths.ts';
import { selectionOf } from '../../testing/isolation/selection-of.ts';
import { useFilledAccount } from '../../testing/isolation/use-filled-account.ts';
import { minimalCall } from '../../testing/minimal-call.ts';

const server = useGraphqlServer();
const mine = useFilledAccount(server);
const theirs = useFilledAccount(server);

const schema = graphqlSchema();
const PATHS = objectPaths(schema);
const nameOf = ({ root, steps, type }: ObjectPath): string =>
  `${[root, ...steps].map(({ field }) => field.name).join('.')} as ${type.name}`;

let ids: { readonly mine: readonly OwnedId[]; readonly theirs: readonly OwnedId[] } = { mine: [], theirs: [] };
beforeAll(async () => {
  const client = await connect(server.databaseUrl);
  try {
    ids = { mine: await idsOf(client, mine), theirs: await idsOf(client, theirs) };
  } finally {
    await client.end();
  }
});

/** Fields that were read of an object, as "Type.field". */
const read = new Set<string>();

function note(value: unknown): void {
  if (Array.isArray(value)) for (const each of value) note(each);
  if (typeof value !== 'object' || value === null) return;
  const { __typename: type, ...fields } = value as Readonly<Record<string, unknown>>;
  for (const [name, inner] of Object.entries(fields)) {
    if (typeof type === 'string') read.add(`${type}.${name.replace(/As[A-Z]\w*$/, '')}`);
    note(inner);
  }
}

/** The id of the own account that a root field takes. */
function ownId(field: string, argument: string): string | undefined {
  if (field === 'changelist' || field === 'changelist_diff') return mine.draftId;
  if (field === 'incident_history') return ids.mine.find((each) => each.column === 'incident_id')?.id;
  const named = argument === 'id' ? field : argument.replace(/_ids?$/, '');
  const table = { flow_downloads: 'flow', failure_explanation: 'download', userV2: 'person' }[named] ?? named;
  return ids.mine.find((each) => each.table === table && each.column === 'id')?.id;
}

const isOfInstallation = ({ root }: ObjectPath): boolean => 'admin' in scopesOf(root.field.extensions);
/** Why an object of a type is not read, by the name of the type. */
const UNREAD: Readonly<Record<string, string>> = {
  PauseBacklogItem: 'work that waits for the end of a pause; a paused account is not filled',
  ...Object.fromEntries(
    ['ConflictingBackfill', 'InvalidBackfillError', 'InvalidRegexError', 'NoPublishedScriptbook', 'NotFoundError'].map(
      (type) => [type, 'a refusal, which has the values of the call'],
    ),
  ),
  ...Object.fromEntries(
    ['BulkOutcome', 'BulkRefusal', 'BulkSkipped'].map((type) => [type, 'numbers of a bulk change that has begun']),
  ),
  ...Object.fromEntries(
    [
      'ChangedColumn',
      'ChangedRow',
      'ChangedRows',
      'DifferentColumn',
      'DifferentRows',
      'RetypedColumn',
      'UploadDifference',
    ].map((type) => [type, 'rows of a test run, out of the row of its upload']),
  ),
  ...Object.fromEntries(
    ['CompilationMessage', 'CompiledDeclaration', 'KeyReference', 'ModifiedFile', 'RepointPreview', 'SchemaField'].map(
      (type) => [type, 'computed from the files of the changelist around it'],
    ),
  ),
  ...Object.fromEntries(
    ['Waiting', 'WaitingSlots', 'WaitingText', 'UploadForecast', 'FlowProcessing', 'FailurePlace', 'ColumnChange'].map(
      (type) => [type, 'computed from the row of the object around it'],
    ),
  ),
  ConflictError: 'a refusal, which has the values of the call',
  ReceivedInvitation: 'read by the secret of a mail',
  SsoCertificate: 'computed from the metadata of the connection around it',
  AffectedUpload: 'computed from the published script and the object around it',
  FailedAttempt: 'a row of the list of events, which is read',
  DraftComment: 'a row of the table of threads, which are read',
  HomeEvent: 'a row of the list of events, which is read',
  IntegrationChannel: 'an answer of the provider',
  RowsReportRow: 'numbers of months that are over',
};

describe('every field of every object', () => {
  test.each(PATHS.map((path) => ({ name: nameOf(path), path })))(
    '$name shows nothing of another account',
    async ({ path: { root, steps, type } }) => {
      const { field } = root;
      const needed = field.args.filter(
        (argument) => getNamedType(argument.type).name === 'ID' && String(argument.type).endsWith('!'),
      );
      const own = Object.fromEntries(
        needed.flatMap(({ name, type: of }) => {
          const id = ownId(field.name, name);
          return id === undefined ? [] : [[name, String(of).startsWith('[') ? [id] : id]];
        }),
      );
      const first = field.args.some(({ name }) => name === 'first') ? { first: 3 } : {};
      const call = minimalCall('query', field, {
        ...first,
        ...own,
        ...knownArguments(field, field.name, mine, ids.mine),
      });
      const selected = selectAlong(steps, selectionOf(type, 1));
      const query = call.query.replace(
        ' { __typename }',
        ` ${root.isChoice ? `{ __typename ... on ${root.to.name} ${selected} }` : selected}`,
      );
      const answer = await mine.person.ask(query, call.variables);
      expect(answer.status).not.toBe(401);
      const unexpected = answer.errors.filter(({ extensions }) => extensions['code'] !== 'NOT_ALLOWED');
      expect(unexpected).toEqual([]);
      note(answer.data);
      const text = JSON.stringify(answer);
      expect(text).not.toContain(theirs.word);
      expect(text).not.toContain(theirs.urlName);
      expect(ids.theirs.filter(({ id }) => id.length > 30 && text.includes(id))).toEqual([]);
    },
  );

  test('fields are read of an object of the own account, or listed with the reason why not', () => {
    const types = Object.values(schema.getTypeMap()).filter(
      (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
    );
    const all = types.flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`));
    const typeOf = (name: string): string => name.split('.')[0] ?? '';
    const reachable = (paths: readonly ObjectPath[]) => new Set(paths.map(({ type }) => type.name));
    const [everywhere, inAccount] = [reachable(PATHS), reachable(PATHS.filter((path) => !isOfInstallation(path)))];
    const whyUnread = (name: string): string | null => {
      if (/^(?:Query|Mutation|Subscription)\./.test(name)) return 'a call, whose arguments are tried';
      if (!everywhere.has(typeOf(name))) return 'only in the answer of a change, which is compared whole';
      return inAccount.has(typeOf(name)) ? (UNREAD[typeOf(name)] ?? null) : 'read only by people of the installation';
    };
    const unread = all.filter((name) => !read.has(name));
    const counts = Map.groupBy(unread, (name) => whyUnread(name) ?? 'without a reason');
    const lines = [...counts].map(([reason, { length }]) => `${length} ${reason}`);
    process.stdout.write(`${all.length - unread.length} of ${all.length} fields read; ${lines.join('; ')}\n`);
    expect(unread.filter((name) => whyUnread(name) === null)).toEqual([]);
    expect(all.length - unread.length).toBeGreaterThan(850);
  });
});
