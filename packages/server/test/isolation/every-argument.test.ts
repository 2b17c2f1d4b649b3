import { randomUUID } from 'node:crypto';
import { sampleCells, testSeed } from '@switchboard/model/testing/sample-cells';
import { isEnumType } from 'graphql';
import type { Client as Connection } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { scopesOf } from '../../src/api/graphql/guard-plugin.ts';
import { graphqlSchema } from '../../src/api/schema.ts';
import { connect } from '../../src/db/connect.ts';
import { type Answer, type Client, createClient } from '../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../testing/hooks/use-server.ts';
import { type ArgumentPlace, argumentPlaces } from '../../testing/isolation/argument-places.ts';
import { arrangeCall, isArranged } from '../../testing/isolation/arranged-calls.ts';
import { answersOf, batchCall } from '../../testing/isolation/batch-call.ts';
import { idsOf, type OwnedId } from '../../testing/isolation/ids-of.ts';
import { type KeptRows, keepRows } from '../../testing/isolation/keep-rows.ts';
import { knownArguments } from '../../testing/isolation/known-arguments.ts';
import { type Found, markEchoes } from '../../testing/isolation/mark-echoes.ts';
import { NOT_TRIED, whyNoName } from '../../testing/isolation/no-names.ts';
import { OWN_REFUSALS } from '../../testing/isolation/own-refusals.ts';
import { REACHED_ARGUMENTS } from '../../testing/isolation/reached-arguments.ts';
import { showsObject, type Trial, writtenBy } from '../../testing/isolation/shows-object.ts';
import { untouchedRows } from '../../testing/isolation/untouched-rows.ts';
import { type FilledAccount, useFilledAccount } from '../../testing/isolation/use-filled-account.ts';
import { type RowWatch, watchRows } from '../../testing/isolation/watch-rows.ts';

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
let connection: Connection;
let written: RowWatch;
let kept: KeptRows;
/** Reading changes nothing by a statement of its own: what queries leave is compared at the end. */
let expectUntouched: () => Promise<void>;
beforeAll(async () => {
  connection = await connect(server.databaseUrl);
  await connection.query('set session_replication_role = replica');
  const { made } = await mine.person.data<{ made: { token: string } }>(
    `mutation { made: create_service_token(name: "program", days: 1, may_publish: true, may_fetch_new_downloads: true) {
      ... on NewServiceToken { token } } }`,
  );
  program = createClient(server, { token: made.token, account: mine.urlName });
  ids = { mine: await idsOf(connection, mine), theirs: await idsOf(connection, theirs) };
  written = await watchRows(connection, mine);
  expectUntouched = await untouchedRows(connection, theirs);
  await mark();
  expect(echoes).toEqual([]);
  kept = await keepRows(connection, mine);
});
afterAll(() => connection.end());

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
  const { texts, references } = await markEchoes(connection, written, [...uuids, theirs.word, theirs.urlName]);
  echoes.push(...texts);
  expect(references).toEqual([]);
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

/** Sends a document with a call for each value, each of which selects the fields of the answer. */
async function send(as: Client, place: ArgumentPlace, values: readonly string[]): Promise<Answer> {
  const { field, operation, argument, type } = place;
  if (isArranged(place.name)) {
    await kept.restore();
    await arrangeCall(connection, place.name, mine);
  }
  const argumentOf = (value: string): unknown => {
    const json = argument === 'filters' ? [{ id: value, configuration: {} }] : { id: value, name: value };
    return place.argumentWith(type === 'JSON' ? json : value);
  };
  const first = field.args.some(({ name }) => name === 'first') ? { first: 3 } : {};
  const known = { ...first, ...knownArguments(field, place.name, mine, ids.mine) };
  if (operation === 'subscription') throw new Error('A stream has no answer.');
  const { query, variables } = batchCall(operation, field, known, argument, values.map(argumentOf));
  const answer = await as.ask(query, variables);
  // Two refusals of a caller who is signed out would be alike, too.
  expect(answer.status).not.toBe(401);
  return answer;
}

/** Values in a document, by caller and place: as many as the limits of documents allow. */
const sizes = new Map<string, number>();
/** Root fields in a document at most. */
const MAX_VALUES = 10;
/** Requests at once, of those that read. */
const AT_ONCE = 6;

/** The answers to a call with each value, in their order. The first value is one that nothing has: its answer decides how many values one document may have. */
async function askAll(as: Client, place: ArgumentPlace, values: readonly string[]): Promise<readonly string[]> {
  const key = `${as.token} ${place.name}`;
  const [value] = values;
  if (value === undefined) return [];
  const size = isArranged(place.name) ? 1 : sizes.get(key);
  if (size === 1 && place.operation === 'query' && values.length > 1) {
    const part = values.slice(0, AT_ONCE);
    const answers = await Promise.all(part.map((each) => askAll(as, place, [each])));
    return [...answers.flat(), ...(await askAll(as, place, values.slice(AT_ONCE)))];
  }
  if (size === undefined || size === 1 || values.length === 1) {
    const answer = await send(as, place, [value]);
    const text = JSON.stringify(answersOf(answer, 1)?.[0] ?? answer);
    expect(text).not.toContain('The operation is too large');
    // An error of one call would take away the data of all.
    if (size === undefined) sizes.set(key, answer.data === null ? 1 : MAX_VALUES);
    return [text, ...(await askAll(as, place, values.slice(1)))];
  }
  const part = values.slice(0, size);
  const answer = await send(as, place, part);
  const answers = answersOf(answer, part.length);
  if (answers !== null)
    return [...answers.map((each) => JSON.stringify(each)), ...(await askAll(as, place, values.slice(size)))];
  sizes.set(key, JSON.stringify(answer).includes('The operation is too large') ? Math.ceil(size / 2) : 1);
  return askAll(as, place, values);
}

const formOf = (value: string): string => (isUuid(value) ? 'uuid' : value);

type Compared = { readonly value: string; readonly raw: string; readonly answer: string; readonly unknown: string };
/** The answers to values, each beside the answer to a value of its form that nothing has. */
async function compareAll(as: Client, place: ArgumentPlace, values: readonly string[]): Promise<readonly Compared[]> {
  const nevers = [...Map.groupBy(values, formOf)].map(([form, [value = '']]) => ({ form, never: neverLike(value) }));
  const asked = [...nevers.map(({ never }) => never), ...values];
  const raws = await askAll(as, place, asked);
  const answers = raws.map((answer, at) => alike(answer, asked[at] ?? ''));
  const unknown = new Map(nevers.map(({ form }, at) => [form, answers[at] ?? '']));
  return values.map((value, at) => ({
    value,
    raw: raws[nevers.length + at] ?? '',
    answer: answers[nevers.length + at] ?? '',
    unknown: unknown.get(formOf(value)) ?? '',
  }));
}

/** Calls with one value, and brings back what that changed. */
async function tryValue(place: ArgumentPlace, value: string): Promise<Trial> {
  const [answer = ''] = await askAll(mine.person, place, [value]);
  const changed = await kept.changed();
  await kept.restore();
  return { answer, alike: alike(answer, value), changed };
}

const isRefused = (answer: string): boolean => answer.includes('"code":"NOT_ALLOWED"');
const isOfInstallation = ({ field }: ArgumentPlace): boolean => 'admin' in scopesOf(field.extensions);

/** Whether only ids are accepted. */
const takesIds = ({ type, argument }: ArgumentPlace): boolean =>
  type === 'ID' || (type === 'JSON' && argument === 'filters');
const isUuid = (value: string): boolean => /^[0-9a-f-]{36}$/.test(value);
/** Tables with the ids of report dates that wait for the end of a pause. */
const UNITS: ReadonlySet<string> = new Set(['download', 'upload', 'flow']);
/** Whether a call changes nothing of its own account. */
const isReading = ({ operation, name }: ArgumentPlace): boolean => operation === 'query' || name.startsWith('preview_');

describe('every argument', () => {
  const tried = sampleCells(TRIED, 7);
  const naming = tried.filter(isNaming);
  // No test depends on what another one did.
  afterEach(async () => {
    await mark();
    await kept.restore();
  });

  /** The calls with values of the own account, each beside one with a value of its form that nothing has. */
  async function* trials(place: ArgumentPlace): AsyncGenerator<readonly [string, Trial, Trial]> {
    const own = ids.mine.map(({ id }) => id);
    const values = takesIds(place) ? own : [...namesOf(mine), ...own.filter(isUuid)];
    if (place.operation === 'query') {
      for (const { value, answer, raw, unknown } of await compareAll(mine.person, place, values))
        yield [value, { answer: raw, alike: answer, changed: [] }, { answer: '', alike: unknown, changed: [] }];
      return;
    }
    const nevers = new Map<string, Trial>();
    for (const value of values) {
      const never = nevers.get(formOf(value)) ?? (await tryValue(place, neverLike(value)));
      nevers.set(formOf(value), never);
      yield [value, await tryValue(place, value), never];
    }
  }

  /** Reaches something of the own account by one of its values, and shows it. */
  const reach = async (place: ArgumentPlace): Promise<void> => {
    const own = [...namesOf(mine), ...ids.mine.map(({ id }) => id).filter(isUuid)];
    const refusals = new Set<string>();
    for await (const [value, tried, never] of trials(place)) {
      if (showsObject(place.name, tried, never, { value, own })) return;
      if (isOfInstallation(place) && isRefused(never.alike)) return;
      refusals.add(never.alike.slice(0, 300)).add(tried.alike.slice(0, 300));
    }
    expect.fail(`No value of the own account shows what it names: ${[...refusals].join('\n')}`);
  };

  // The long run proves of every argument that the other tests would notice: before anything is written where calls only read.
  test.each(isWhole ? naming.filter(isReading) : [])('$name reaches what it names in the own account', reach);

  test.each(naming)('$name answers what belongs to another account as what never existed', async (place) => {
    const isPart = isArranged(place.name);
    const own = ids.theirs.flatMap(({ id, table }) => (isPart && !UNITS.has(table) ? [] : [id]));
    const values = takesIds(place) ? (isWhole ? own : sampleCells(own, 3)) : namesOf(theirs);
    // A part of the matrix tries each caller on one of two days.
    const callers = [mine.person, program].filter((_, at) => isWhole || at === testSeed() % 2);
    const writes = place.operation === 'mutation';
    const all =
      takesIds(place) || !(isWhole || isPart) ? values : [...values, ...(isWhole ? own : sampleCells(own, 3))];
    // A text that is written would be in the answers to the texts behind it.
    const parts = writes && !takesIds(place) ? [...Map.groupBy(all, formOf).values()] : [all];
    let never: string | undefined;
    for (const as of callers) {
      for (const part of parts) {
        for (const { value, answer, unknown } of await compareAll(as, place, part)) {
          expect({ value, answer }).toEqual({ value, answer: unknown });
          expect(answer).not.toContain(theirs.word);
          // Such a call ends the pause, whatever it names.
          if (isPart && as === mine.person) {
            never ??= writtenBy(await tryValue(place, neverLike(value)));
            expect(writtenBy(await tryValue(place, value))).toBe(never);
          }
        }
        if (writes) await mark();
      }
    }
    if (writes) await expectUntouched();
  });

  test.each(tried.filter((place) => !isNaming(place)))(
    '$name shows and changes nothing of another account',
    async (place) => {
      const values = namesOf(theirs);
      const answers = await askAll(mine.person, place, values);
      for (const [at, answer] of answers.entries())
        expect(ids.theirs.filter(({ id }) => isUuid(id) && !values[at]?.includes(id) && answer.includes(id))).toEqual(
          [],
        );
      if (place.operation === 'mutation') await expectUntouched();
    },
  );

  const writing = isWhole ? naming.filter((place) => !isReading(place)) : [];
  test.each(writing)('$name reaches what it names in the own account', reach);

  test('the other account is as it was', () => expectUntouched());

  // An argument that is new to the schema is classified at once, before the long run tries whether a value reaches anything.
  test('arguments that name objects are those that the long run reaches', () => {
    const named = new Set(PLACES.filter(isNaming).map(({ name }) => name));
    expect([...named].toSorted()).toEqual([...REACHED_ARGUMENTS].toSorted());
    expect(Object.keys(OWN_REFUSALS).filter((name) => !named.has(name))).toEqual([]);
  });

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
