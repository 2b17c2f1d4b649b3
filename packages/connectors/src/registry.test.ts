import { existsSync, readdirSync } from 'node:fs';
import { describeDestination, type ParameterSpec } from '@switchboard/model/catalog';
import { KEY_TYPES } from '@switchboard/model/key-types/key-types';
import { type Parameters, UPLOAD_MODES } from '@switchboard/model/plan';
import { describe, expect, it } from 'vitest';
import { chooseFiles } from './listing/date-files.ts';
import { PRESETS } from './presets/presets.ts';
import { CONNECTORS, connectorByName } from './registry.ts';
import type { Connector, ConnectorContext, KeyProperties, SourceConnector, SourceRequest } from './spec.ts';
import { buildContext } from './testing/context.ts';
import { folderOf, harnessOf } from './testing/harnesses.ts';

/** Parameters that the language gives to every declaration; a connector may not describe them again. */
const COMMON = new Set([
  'type',
  'key',
  'mode',
  'key_columns',
  'deadline',
  'timezone',
  'test',
  'pattern',
  'regex',
  'records',
  'delay_hours',
]);

describe('the registry', () => {
  it('lists every provider folder and every preset', () => {
    const presets = PRESETS.map(({ name }) => name);
    const provided = CONNECTORS.map(({ spec }) => spec.name).filter((name) => !presets.includes(name));
    const folders = new URL('./providers/', import.meta.url);
    const described = readdirSync(folders).filter((name) => existsSync(new URL(`${name}/connector.ts`, folders)));
    expect(provided.map(folderOf).sort()).toEqual(described.sort());
    expect(CONNECTORS.map(({ spec }) => spec.name)).toEqual(expect.arrayContaining(presets));
    expect(connectorByName().size).toBe(CONNECTORS.length);
  });
});

const parametersOf = ({ spec }: Connector): readonly ParameterSpec[] => [
  ...(spec.source?.parameters ?? []),
  ...(spec.destination?.parameters ?? []),
];

describe.each(CONNECTORS.map((connector) => [connector.spec.name, connector] as const))('%s', (_, connector) => {
  const { spec } = connector;

  it('describes exactly what it has code for', async () => {
    expect((await connector.source?.()) !== undefined).toBe(spec.source !== undefined);
    expect((await connector.destination?.()) !== undefined).toBe(spec.destination !== undefined);
    expect((await connector.source?.())?.list !== undefined).toBe(spec.source?.listsFiles === true);
    const keyTypes = new Set(KEY_TYPES.map((type) => type.name));
    expect(spec.keyTypes.filter((type) => !keyTypes.has(type))).toEqual([]);
    expect(spec.keyRequired && spec.keyTypes.length === 0).toBe(false);
  });

  it('brings a harness for the suites of what it describes', () => {
    // Reports of providers have a suite of their own.
    if (spec.documentation !== undefined) return;
    const { testServer, openHarness, example, openReport } = harnessOf(spec.name);
    expect(openHarness !== undefined).toBe(spec.destination !== undefined);
    expect(example !== undefined).toBe(spec.source !== undefined);
    expect(openReport !== undefined).toBe(spec.source !== undefined && testServer.isApart !== true);
  });

  it('describes its parameters in whole sentences, each once, and none that all declarations have', () => {
    for (const parameters of [spec.source?.parameters ?? [], spec.destination?.parameters ?? []]) {
      expect(new Set(parameters.map((parameter) => parameter.name)).size).toBe(parameters.length);
    }
    for (const parameter of parametersOf(connector)) {
      expect(parameter.doc).toMatch(/^[A-Z*].+\.$|^(?:gzip|csv|GET).+\.$/);
      expect(COMMON.has(parameter.name)).toBe(false);
      if (parameter.default !== undefined && parameter.allowed) expect(parameter.allowed).toContain(parameter.default);
    }
  });

  it('shows a destination by its own parameters, in modes that there are', () => {
    if (!spec.destination) return expect(connector.destination).toBeUndefined();
    const names = new Set(spec.destination.parameters.map((parameter) => parameter.name));
    for (const [, name] of spec.destination.shownAs.matchAll(/\{(\w+)\}/g)) expect(names.has(name ?? '')).toBe(true);
    const { container } = spec.destination;
    expect(container).toBeDefined();
    for (const parameter of [
      ...(container?.parameters ?? []),
      ...(container?.object === undefined ? [] : [container.object]),
    ])
      expect([...names]).toContain(parameter);
    for (const mode of spec.destination.modes) expect(UPLOAD_MODES).toContain(mode);
    for (const mode of spec.destination.modes) expect(spec.destination.modeDocs?.[mode]).toMatch(/^[A-Z].+\.$/);
    expect(describeDestination(spec, {}, 'ad_daily', null)).toContain(`${spec.name} · `);
  });
});

describe('every source', () => {
  // Presets have a suite of their own: what they fetch is said by the provider.
  const presets = new Set(PRESETS.map(({ name }) => name));
  const sources = CONNECTORS.filter(({ spec }) => !presets.has(spec.name)).flatMap((connector) =>
    connector.source ? [[connector.spec.name, connector.source] as const] : [],
  );
  type Given = { readonly key: KeyProperties | null; readonly folders: ConnectorContext['folders'] };
  const given = new Map<string, Given>();
  const exampleOf = async (name: string): Promise<Parameters> => {
    const { example } = harnessOf(name);
    if (example === undefined) throw new Error(`the harness of ${name} has no example`);
    return example((key, folders = { read: [], write: [] }) => given.set(name, { key, folders }));
  };
  const request = (name: string, parameters: Parameters): SourceRequest => ({
    name: 'ads',
    parameters,
    key: given.get(name)?.key ?? null,
    reportDate: '2026-03-04',
    state: null,
  });
  const context = (name: string) => buildContext({ folders: given.get(name)?.folders ?? { read: [], write: [] } });

  /** Lists first where files are listed, as the engine does. */
  const fetchFrom = async (source: SourceConnector, asked: SourceRequest, using: ConnectorContext) => {
    if (!source.list) return source.fetch(asked, using);
    const listed = await source.list({ ...asked, dates: null }, using);
    const { name, parameters } = asked;
    const { files } = chooseFiles({ name, parameters, dates: null, timezone: 'UTC', now: 0 }, listed);
    return source.fetch({ ...asked, files }, using);
  };

  it.each(sources)('%s gives its file, counts its bytes, and takes an unread one back', async (name, load) => {
    const source = await load();
    let bytes = 0;
    const parameters = await exampleOf(name);
    const answer = await fetchFrom(source, request(name, parameters), {
      ...context(name),
      onBytes: (count) => (bytes += count),
    });
    if (answer.kind !== 'files') throw new Error('expected files');
    for await (const file of answer.files) {
      const text = (await file.body.toArray()).join('');
      expect([text, bytes]).toEqual(['a,b\n1,2\n', 8]);
    }
    const again = await fetchFrom(source, request(name, parameters), context(name));
    if (again.kind !== 'files') throw new Error('expected files');
    for await (const file of again.files) file.body.destroy();
  });

  it.each(sources)('%s refuses to start without parameters, and when cancelled', async (name, load) => {
    const source = await load();
    await expect(fetchFrom(source, request(name, {}), context(name))).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
    });
    const parameters = await exampleOf(name);
    const signal = AbortSignal.abort(new Error('cancelled'));
    const run = async (): Promise<void> => {
      const answer = await fetchFrom(source, request(name, parameters), { ...context(name), signal });
      if (answer.kind === 'files') for await (const file of answer.files) await file.body.toArray();
    };
    await expect(run()).rejects.toThrow('cancelled');
  });
});

it.each([
  ['snowflake', { table: 'DAILY' }, 'snowflake · DAILY'],
  ['snowflake', { schema: 'SHOP', table: 'DAILY' }, 'snowflake · SHOP.DAILY'],
  ['snowflake', { database: 'ADS', schema: 'SHOP', table: 'DAILY' }, 'snowflake · ADS.SHOP.DAILY'],
  ['databricks', { catalog: 'main', table: 'daily' }, 'databricks · main.daily'],
  ['databricks', { catalog: 'main', schema: 'shop', table: 'daily' }, 'databricks · main.shop.daily'],
])('tables of %s in two schemas are shown apart: %j', (name, parameters, shown) => {
  const { spec } = connectorByName().get(name) ?? {};
  expect(spec && describeDestination(spec, parameters, 'daily', null)).toBe(shown);
});
