import { randomUUID } from 'node:crypto';
import { ROLES } from '@switchboard/model/permissions';
import { type GraphQLInputType, getNamedType, getNullableType, isInputObjectType, isListType } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { buildDraft } from '../../testing/build-account.ts';
import { queryAsSuperuser } from '../../testing/database.ts';
import { addDownload, addEvent, addFlow, addInput, addPart, addUnitOf, addUpload } from '../../testing/fill-account.ts';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../testing/hooks/use-server.ts';
import { minimalCall } from '../../testing/minimal-call.ts';
import { graphqlSchema } from './schema.ts';

const server = useGraphqlServer();
const mine = useAccount(server);
const theirs = useAccount(server);
const me = useClient(server, mine, ROLES);

const schema = graphqlSchema();
const ROOTS = [
  ['query', schema.getQueryType()],
  ['mutation', schema.getMutationType()],
] as const;

/** Values of a type that carry the id, one for each place that can: the type itself, or a field of an input. */
function valuesWith(
  type: GraphQLInputType,
  id: string,
): readonly { readonly place: string; readonly value: unknown }[] {
  const nullable = getNullableType(type);
  if (isListType(nullable))
    return valuesWith(nullable.ofType, id).map(({ place, value }) => ({ place, value: [value] }));
  if (isInputObjectType(nullable))
    return Object.values(nullable.getFields()).flatMap((field) =>
      valuesWith(field.type, id).map(({ place, value }) => ({
        place: `.${field.name}${place}`,
        value: { [field.name]: value },
      })),
    );
  return getNamedType(type).name === 'ID' ? [{ place: '', value: id }] : [];
}

const cases = ROOTS.flatMap(([operation, root]) =>
  Object.values(root?.getFields() ?? {}).flatMap((field) =>
    field.args.flatMap((argument) =>
      valuesWith(argument.type, '').map(({ place }, index) => ({
        name: `${field.name}(${argument.name}${place})`,
        call: (id: string) =>
          minimalCall(operation, field, { [argument.name]: valuesWith(argument.type, id)[index]?.value }),
      })),
    ),
  ),
);

/** Ids of no row: a UUID, and a number, as events have. */
const NEVER = [randomUUID(), '999999999999'] as const;
const isNumber = (id: string): boolean => /^\d+$/.test(id);

let foreign: readonly string[] = [];

beforeAll(async () => {
  const { database } = server;
  const download = await addDownload(database, theirs, { status: 'failed' });
  const part = await addPart(database, theirs, download);
  const flow = await addFlow(database, theirs);
  const upload = await addUpload(database, theirs, flow, { status: 'failed' });
  for (const [id, kind] of [
    [download, 'download'],
    [flow, 'flow'],
    [upload, 'upload'],
  ] as const)
    await addUnitOf(database, theirs, id, { kind });
  await addInput(database, theirs, 'flow', flow, part, download);
  await addEvent(database, theirs, { download_id: download, flow_id: flow, upload_id: upload });
  await buildDraft(database, theirs, 'download ads {}');
  foreign = await idsOf(theirs.accountId);
});

const tablesWith = async (column: string): Promise<readonly string[]> => {
  const rows = await queryAsSuperuser<{ name: string }>(
    server.databaseUrl,
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'account_id' and exists (
        select from information_schema.columns o where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = $1)
      order by 1`,
    [column],
  );
  return rows.map(({ name }) => name);
};

/** Each id of a row of the account, of whatever table. */
async function idsOf(accountId: string): Promise<readonly string[]> {
  const texts = (await tablesWith('id')).map((table) => `select id::text from ${table} where account_id = $1`);
  const rows = await queryAsSuperuser<{ id: string }>(server.databaseUrl, texts.join(' union '), [accountId]);
  return rows.map(({ id }) => id);
}

/** A digest of each table's rows of the account. */
async function digests(accountId: string): Promise<unknown> {
  const texts = (await tablesWith('account_id')).map(
    (table) =>
      `select '${table}' as name, md5(string_agg(t::text, ',' order by t::text)) from ${table} t where account_id = $1`,
  );
  return queryAsSuperuser(server.databaseUrl, `${texts.join(' union all ')} order by 1`, [accountId]);
}

test.each(cases)('$name answers each id of another account as one that never existed', async ({ call }) => {
  const answer = async (id: string): Promise<string> => {
    const { query, variables } = call(id);
    return JSON.stringify(await me.ask(query, variables)).replaceAll(isNumber(id) ? `"${id}"` : id, 'ID');
  };
  const before = await digests(theirs.accountId);
  const expectedOf = new Map<string, unknown>();
  for (const never of NEVER) expectedOf.set(never, await answer(never));
  for (const id of foreign) expect(await answer(id)).toEqual(expectedOf.get(NEVER[isNumber(id) ? 1 : 0]));
  expect(await digests(theirs.accountId)).toEqual(before);
});

test(`${cases.length} places of ids are tried with ids of the other account`, () => {
  expect(cases.length).toBeGreaterThan(80);
  expect(foreign.length).toBeGreaterThanOrEqual(10);
});
