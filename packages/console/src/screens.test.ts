import { expect, it } from 'vitest';
import {
  ADMINISTRATION_PART_SCREENS,
  ADMINISTRATION_SCREENS,
  PART_SCREENS,
  PUBLIC_SCREENS,
  permittedScreens,
  SCREENS,
} from './screens.ts';
import { permittedGroups } from './shell/navigation/permitted-groups.ts';

const VIEWER = new Set(['view'] as const);

it('shows the screens whose permission the person has', () => {
  expect(permittedGroups(new Set())).toEqual([]);
  expect(permittedScreens(VIEWER)).toEqual(SCREENS.filter(({ permission }) => permission === 'view'));
});

it('the navigation has the items of the specification, each with its permission', {
  tags: 'spec:navigation-items',
}, () => {
  const groups = permittedGroups(new Set(SCREENS.map(({ permission }) => permission)));
  const items = Object.fromEntries(
    groups.map(({ name, entries }) => [
      name,
      entries.map(({ label, path }) => `${label || name}: ${SCREENS.find((one) => one.path === path)?.permission}`),
    ]),
  );
  expect(items).toMatchObject({
    Home: ['Home: view'],
    Backfills: ['Backfills: backfills'],
    Downloads: ['Files: view', 'Charts: view'],
    'Email Ingest': ['Email Ingest: email-ingest-v3'],
    Uploads: ['Files: view', 'Charts: view'],
    Events: ['Events: view'],
    Keys: ['Keys: view'],
    Scripts: ['Published: view', 'Drafts: view', 'Tests: view', 'History: view', 'Tokens: develop-scripts'],
    Integrations: ['Integrations: view'],
    Reports: ['Sources: list-accounts', 'Schemas: list-accounts'],
  });
});

it('gives each screen a key, a path and aliases of its own', () => {
  const keys = SCREENS.flatMap((screen) => screen.key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  const paths = SCREENS.flatMap((screen) => [screen.path, ...(screen.aliases ?? [])]);
  expect(new Set(paths).size).toBe(paths.length);
});

it('groups navigation entries in the order of the list', () => {
  const downloads = SCREENS.find(({ path }) => path === 'downloads/list');
  const events = SCREENS.find(({ path }) => path === 'events');
  if (downloads === undefined || events === undefined) throw new Error('The list of screens is too short.');
  const charts = { ...downloads, path: 'downloads/charts', navigation: { ...events.navigation, group: 'Downloads' } };
  const screens = [downloads, events, { ...charts, navigation: { ...charts.navigation, label: 'Charts' } }] as const;
  expect(
    permittedGroups(VIEWER, screens as typeof SCREENS).map(({ name, entries }) => [
      name,
      entries.map(({ path, label }) => [path, label]),
    ]),
  ).toEqual([
    [
      'Downloads',
      [
        ['downloads/list', 'Files'],
        ['downloads/charts', 'Charts'],
      ],
    ],
    ['Events', [['events', '']]],
  ]);
});

it('loads every screen', { timeout: 60_000 }, async () => {
  const administration = [...ADMINISTRATION_SCREENS, ...ADMINISTRATION_PART_SCREENS];
  for (const screen of [...SCREENS, ...PART_SCREENS, ...administration, ...PUBLIC_SCREENS])
    expect(await screen.load(), screen.path).toBeTypeOf('function');
});

it('offers "Downloads (Files, Charts)" and "Uploads (Files, Charts), Events"', {
  tags: ['spec:navigation-downloads', 'spec:navigation-uploads'],
}, () => {
  const labels = permittedGroups(VIEWER).map(({ name, entries }) => [name, ...entries.map(({ label }) => label)]);
  expect(labels.filter(([name = '']) => ['Downloads', 'Uploads', 'Events'].includes(name))).toEqual([
    ['Downloads', 'Files', 'Charts'],
    ['Uploads', 'Files', 'Charts'],
    ['Events', ''],
  ]);
});

it('offers Home first', { tags: ['spec:home-route'] }, () => {
  expect(permittedGroups(VIEWER)[0]?.name).toBe('Home');
  const home = SCREENS.find(({ path }) => path === 'homepage');
  expect([home?.heading, home?.aliases]).toEqual(['Data under management', ['', 'dashboard']]);
});

it('offers "Scripts (published, drafts, tests, history)"', () => {
  const scripts = permittedGroups(VIEWER).find(({ name }) => name === 'Scripts');
  expect(scripts?.entries.map(({ label }) => label)).toEqual(['Published', 'Drafts', 'Tests', 'History']);
});
