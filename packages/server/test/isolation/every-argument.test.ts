import { randomUUID } from 'node:crypto';
import { sampleCells, testSeed } from '@switchboard/model/testing/sample-cells';
import { isEnumType } from 'graphql';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { scopesOf } from '../../src/api/graphql/guard-plugin.ts';
import { graphqlSchema } from '../../src/api/schema.ts';
import { type Client, createClient } from '../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../testing/hooks/use-server.ts';
import { type ArgumentPlace, argumentPlaces } from '../../testing/isolation/argument-places.ts';
import { digestsOf, idsOf, type OwnedId } from '../../testing/isolation/ids-of.ts';
import { knownArguments } from '../../testing/isolation/known-arguments.ts';
import { type Found, markEchoes } from '../../testing/isolation/mark-echoes.ts';
import { NOT_TRIED, whyNoName } from '../../testing/isolation/no-names.ts';
import { selectionOf } from '../../testing/isolation/selection-of.ts';
import { type FilledAccount, useFilledAccount } from '../../testing/isolation/use-filled-account.ts';
import { minimalCall } from '../../testing/minimal-call.ts';

const server = useGraphqlServer();
const mine = useFilledAccount(server);
const theirs = useFilledAccount(server);

const schema = graphqlSchema();
const PLACES = argumentPlaces(schema).filter(({ operation }) => operation !== 'subscription');
const reasonOf = (place: ArgumentPlace): string | null => whyNoName(place, isEnumType(schema.getType(place.type)));
const TRIED = PLACES.filter((place) => !NOT_TRIED.has(reasonOf(place)));
/** Whether the values name an object. */
const isNaming = (place: ArgumentPlace): boolean => reasonOf(place) === null;
const isWhole = process.env['TEST_MATRIX'] === 'whole';

let ids: { readonly mine: readonly OwnedId[]; readonly theirs: readonly OwnedId[] } = { mine: [], theirs: [] };
let program: Client;
beforeAll(async () => {
  const { made } = await mine.person.data<{ made: { token: string } }>(
    `mutation { made: create_service_token(name: "program", days: 1, may_publish: true, may_fetch_new_downloads: true) {
      ... on NewServiceToken { token } } }`,
  );
  program = createClient(server, { token: made.token, account: mine.urlName });
  ids = { mine: await idsOf(server.databaseUrl, mine), theirs: await idsOf(server.databaseUrl, theirs) };
});

/** The texts by which things of an account are named. */
const namesOf = ({ word, email, urlName, accountId }: FilledAccount): readonly string[] => [
  word,
  email,
  urlName,
  `${word}.sbs`,
  `${word}@ingest.test`,
  `file · ${word}`,
  `${accountId}/${word}/dirty`,
];

/** Texts of the own account that named something of the other one, until now. */
const echoes: Found[] = [];
/** Turns what the caller has written into markers, so that whatever answers have of the other account is revealed by the program. */
async function mark(): Promise<void> {
  const uuids = ids.theirs.map(({ id }) => id).filter(isUuid);
  const { texts, references } = await markEchoes(server.databaseUrl, mine, [...uuids, theirs.word, theirs.urlName]);
  echoes.push(...texts);
  expect(references).toEqual([]);
}

/** Calls in parts: what reads may be asked at once. */
async function inParts<T, U>(values: readonly T[], size: number, ask: (value: T) => Promise<U>): Promise<readonly U[]> {
  const results: U[] = [];
  for (let at = 0; at < values.length; at += size)
    results.push(...(await Promise.all(values.slice(at, at + size).map(ask))));
  return results;
}

/** A value of the same form that nothing has. */
function neverLike(value: string): string {
  const uuid = () => randomUUID();
  if (/^\d+$/.test(value)) return '999999999999';
  return value
    .replace(/^account-[0-9a-f]{8}$/, () => `account-${uuid().slice(0, 8)}`)
    .replaceAll(/canary[0-9a-f]{32}/g, () => `canary${uuid().replaceAll('-', '')}`)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, uuid);
}

/** The answer without what differs between two calls that are alike. */
const alike = (answer: string, value: string): string =>
  answer
    .replaceAll(JSON.stringify(value).slice(1, -1), 'VALUE')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/(?<=verification=)[\w-]{32}|[\w-]{43,}/g, 'SECRET')
    .replaceAll(/"version":\d+/g, '"version":N');

/** A call with the value at a place, which selects the answer's fields. */
function callOf(place: ArgumentPlace, value: string): { readonly query: string; readonly variables: object } {
  const { field, operation, argument, type } = place;
  const json = argument === 'filters' ? [{ id: value, configuration: {} }] : { id: value, name: value };
  const first = field.args.some(({ name }) => name === 'first') ? { first: 3 } : {};
  const known = {
    ...first,
    ...knownArguments(field, place.name, mine, ids.mine),
    [argument]: place.argumentWith(type === 'JSON' ? json : value),
  };
  const { query, variables } = minimalCall(operation, field, known);
  return {
    query: query.replace(' { __typename }', ` ${selectionOf(field.type, field.name === 'event_histogram' ? 2 : 1)}`),
    variables,
  };
}

async function ask(as: Client, place: ArgumentPlace, value: string): Promise<string> {
  const { query, variables } = callOf(place, value);
  const answer = JSON.stringify(await as.ask(query, variables as Readonly<Record<string, unknown>>));
  expect(answer).not.toContain('The operation is too large');
  // Two refusals of a caller who is signed out would be alike, too.
  expect(answer).not.toContain('"status":401');
  return answer;
}
const answerTo = async (as: Client, place: ArgumentPlace, value: string): Promise<string> =>
  alike(await ask(as, place, value), value);

const isRefused = (answer: string): boolean => answer.includes('"code":"NOT_ALLOWED"');
const isOfInstallation = ({ field }: ArgumentPlace): boolean => 'admin' in scopesOf(field.extensions);

/** Whether only ids are accepted. */
const takesIds = ({ type, argument }: ArgumentPlace): boolean =>
  type === 'ID' || (type === 'JSON' && argument === 'filters');
const isUuid = (value: string): boolean => /^[0-9a-f-]{36}$/.test(value);
const isRemoval = ({ name }: ArgumentPlace): boolean =>
  /^(?:abandon|abort|delete|erase|remove|run)(?:_|[A-Z])/.test(name);
let untouched: unknown;
beforeAll(async () => {
  untouched = await digestsOf(server.databaseUrl, theirs);
  await mark();
  expect(echoes).toEqual([]);
});
/** Reading changes nothing by a statement of its own: what queries leave is compared at the end. */
async function expectUntouched({ operation }: Pick<ArgumentPlace, 'operation'>): Promise<void> {
  if (operation === 'mutation') expect(await digestsOf(server.databaseUrl, theirs)).toEqual(untouched);
}

describe('every argument', () => {
  const tried = sampleCells(TRIED, 7);
  const naming = tried.filter(isNaming);
  afterEach(mark);

  test.each(naming)('$name answers what belongs to another account as what never existed', async (place) => {
    const own = ids.theirs.map(({ id }) => id);
    const values = takesIds(place) ? (isWhole ? own : sampleCells(own, 3)) : namesOf(theirs);
    // A part of the matrix tries each caller on one of two days.
    const callers = [mine.person, program].filter((_, at) => isWhole || at === testSeed() % 2);
    for (const as of callers) {
      const expected = new Map<string, string>();
      const writes = place.operation === 'mutation';
      await inParts(isWhole && !takesIds(place) ? [...values, ...own] : values, writes ? 1 : 6, async (value) => {
        const form = isUuid(value) ? 'uuid' : value;
        const answer = await answerTo(as, place, value);
        if (writes && !takesIds(place)) await mark();
        const unknown = expected.get(form) ?? (await answerTo(as, place, neverLike(value)));
        expected.set(form, unknown);
        expect({ value, answer }).toEqual({ value, answer: unknown });
        expect(answer).not.toContain(theirs.word);
      });
    }
    await expectUntouched(place);
  });

  test.each(tried.filter((place) => !isNaming(place)))(
    '$name shows and changes nothing of another account',
    async (place) => {
      for (const value of namesOf(theirs)) {
        const answer = await ask(mine.person, place, value);
        expect(ids.theirs.filter(({ id }) => isUuid(id) && !value.includes(id) && answer.includes(id))).toEqual([]);
      }
      await expectUntouched(place);
    },
  );

  // The long run proves of every argument that the other tests would notice. What takes something away comes last.
  const inOrder = isWhole ? [...naming.filter((place) => !isRemoval(place)), ...naming.filter(isRemoval)] : [];

  test.each(inOrder)('$name reaches what it names in the own account', async (place) => {
    const own = ids.mine.map(({ id }) => id);
    const values = takesIds(place) ? own : [...namesOf(mine), ...own.filter(isUuid)];
    const never = new Map<string, string>();
    for (const value of values) {
      const form = isUuid(value) ? 'uuid' : value;
      if (!never.has(form)) never.set(form, await answerTo(mine.person, place, neverLike(value)));
      const unknown = never.get(form) ?? '';
      if (isOfInstallation(place) && isRefused(unknown)) return;
      if ((await answerTo(mine.person, place, value)) !== unknown) return;
    }
    expect.fail(`Each value of the own account is answered as one that nothing has: ${[...never.values()][0]}`);
  });

  test('the other account is as it was', () => expectUntouched({ operation: 'mutation' }));

  test('arguments are tried, or listed with the reason why they name nothing', () => {
    const counts = Map.groupBy(PLACES, (place) => reasonOf(place) ?? 'that name objects');
    const lines = [...counts].map(([reason, { length }]) => `${length} ${reason}`);
    process.stdout.write(
      `${tried.length} of ${TRIED.length} arguments tried with ${ids.theirs.length} ids, of which the caller wrote ${new Set(echoes.map(({ value }) => value)).size} into ${new Set(echoes.map(({ place }) => place)).size} columns; of ${PLACES.length}: ${lines.join(', ')}\n`,
    );
    expect(ids.theirs.length).toBeGreaterThan(40);
    expect(PLACES.filter(isNaming).length).toBeGreaterThan(150);
  });
});
