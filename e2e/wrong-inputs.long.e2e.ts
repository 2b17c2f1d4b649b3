import { ADMINISTRATION_SCREENS, SCREENS } from '@switchboard/console/screens';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import type { Visit } from './browser.ts';
import { ACME, GLOBEX, signInAs, signInAsSupport } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

/**
 * Outcome of a wrong input: a notice, and the address without it; a list without results; or all rows, for
 * a query that is not a parameter or that reads as its default.
 */
type Outcome = 'notice' | 'nothing' | 'rows' | 'drawer failure';
type Input = readonly [query: string, outcome: Outcome];

const NIL_ID = '00000000-0000-0000-0000-000000000000';
const LONG = 'x'.repeat(501);
const SQL = "'; drop table download; --";
const HTML = '<img src=x onerror=alert(1)>';
const RTL = 'שלום \u202e txt.exe';
const EMOJI = '👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿';
const encode = encodeURIComponent;

/** Texts that match nothing, for any parameter that takes free text. */
const TEXTS = [
  SQL,
  HTML,
  RTL,
  EMOJI,
  '%',
  '_%_',
  '\\',
  '${7*7}',
  '../../etc/passwd',
  '\u0007\u001b[2J',
  'a'.repeat(500),
];

/** Wrong values of a range of days. */
const rangeInputs = (start: string, end: string): Input[] => [
  [`${start}=2026-13-45&${end}=2026-11-20`, 'notice'],
  [`${start}=yesterday`, 'notice'],
  [`${start}=0000-00-00&${end}=9999-99-99`, 'notice'],
  [`${start}=2026-11-20&${end}=2026-11-01`, 'notice'],
  [`${start}=2999-01-01&${end}=2999-01-02`, 'notice'],
  [`${start}=-1&${end}=1e9`, 'notice'],
];

/** Inputs of lists with an order and a page. */
const LIST_INPUTS: readonly Input[] = [
  ['page=-1&first=-5&after=not-a-cursor&before=%25', 'rows'],
  ['search=%E0%A4%A', 'nothing'],
  ['search=%00', 'notice'],
  [`search=${LONG}`, 'notice'],
  ['search=zzz-1&search=zzz-2', 'nothing'],
  ['search[]=orders&search[$ne]=1', 'rows'],
  ...TEXTS.filter((text) => text !== '%' && text !== '\\').map((text): Input => [`search=${encode(text)}`, 'nothing']),
];

const TRANSFER_INPUTS: readonly Input[] = [
  ...LIST_INPUTS,
  ...rangeInputs('start', 'end'),
  ['status=exploded', 'notice'],
  ['status=completed,exploded', 'notice'],
  [`status=${encode(SQL)}`, 'notice'],
  ['purpose=%00', 'notice'],
  ['sortBy=PASSWORD', 'notice'],
  ['sortDirection=sideways', 'notice'],
  ['status[]=failed&status[0]=failed', 'rows'],
];

/** Inputs of reports of a project or an import. */
const REPORT_INPUTS: readonly Input[] = [
  ...TEXTS.map((text): Input => [`file=${encode(text)}`, 'nothing']),
  ...TEXTS.slice(0, 4).map((text): Input => [`file=shop&name=${encode(text)}`, 'nothing']),
  [`file=shop&name=${LONG}`, 'notice'],
  ['file=shop&name=%00', 'notice'],
  ['file=shop&suspended=maybe', 'notice'],
  ['file=shop&suspended[]=true', 'rows'],
  ['file=shop&page=-1&first=-5&after=not-a-cursor', 'rows'],
];

/** Inputs of screens that read no parameter. */
const WITHOUT_PARAMETERS: readonly Input[] = [
  ...[...TEXTS, LONG, NIL_ID].map((text): Input => [`id=${encode(text)}`, 'rows']),
  ['page=-1&first=-5&after=not-a-cursor', 'rows'],
  ['search=%E0%A4%A', 'rows'],
  ['archived=true', 'rows'],
  ['status=%00', 'rows'],
  ['id[]=1&id[$ne]=2', 'rows'],
  ['version_id=moon', 'rows'],
  ['account=globex', 'rows'],
];

const idInputs = (parameter: string, foreign: string): Input[] => [
  [`${parameter}=not-an-id`, 'drawer failure'],
  [`${parameter}=${NIL_ID}`, 'drawer failure'],
  [`${parameter}=${foreign}`, 'drawer failure'],
  [`${parameter}=${encode(SQL)}`, 'drawer failure'],
  [`${parameter}=${encode(HTML)}`, 'drawer failure'],
  [`${parameter}=${encode(EMOJI)}`, 'drawer failure'],
];

/** The ids of another account's rows. */
type Foreign = Readonly<Record<'download' | 'upload' | 'event', string>>;

const inputsFor = (foreign: Foreign): Readonly<Record<string, readonly Input[]>> => ({
  homepage: [
    ...TEXTS.map((text): Input => [`search=${encode(text)}`, 'nothing']),
    [`search=${LONG}`, 'notice'],
    ['search=%00', 'notice'],
    ['groupBy=moon', 'notice'],
    ['groupBy=project&groupBy=moon', 'rows'],
    ['type=table', 'notice'],
    ['type=download,table', 'notice'],
    [`type=${encode(SQL)}`, 'notice'],
    ['status=exploded', 'notice'],
    ['status=%00', 'notice'],
    ['scope=galaxy', 'notice'],
    ['scope=%00', 'notice'],
    ['search[]=orders', 'rows'],
    ['page=-1', 'rows'],
  ],
  'downloads/list': [
    ...TRANSFER_INPUTS,
    ['currentTab=backstage', 'notice'],
    ...rangeInputs('downloaded_start', 'downloaded_end'),
    [`projects=${encode(SQL)},${encode(HTML)}`, 'nothing'],
    [`downloadNames=${LONG}`, 'notice'],
    [`import_name=${encode(RTL)}`, 'nothing'],
    ...idInputs('downloadBundleId', foreign.download),
  ],
  'imports/dashboard': [
    ...TEXTS.map((text): Input => [`import_name=${encode(text)}`, 'nothing']),
    ...TEXTS.slice(0, 6).map((text): Input => [`project_id=${encode(text)}`, 'nothing']),
    ['group_by=moon', 'notice'],
    ['group_by=reportDate&group_by=moon', 'rows'],
    ['import_name[]=orders', 'rows'],
    ['import_name=%00', 'notice'],
  ],
  'uploads/list': [
    ...TRANSFER_INPUTS,
    ...rangeInputs('uploaded_start', 'uploaded_end'),
    [`project=${encode(HTML)}`, 'nothing'],
    [`uploadName=${LONG}`, 'notice'],
    [`destination=${encode(SQL)}`, 'nothing'],
    [`project_id=${encode(EMOJI)}`, 'nothing'],
    ...idInputs('selectedUploadId', foreign.upload),
    [`selectedUploadId=${NIL_ID}&selectedUploadName=${encode(HTML)}`, 'drawer failure'],
  ],
  'exports/dashboard': [
    ...TEXTS.map((text): Input => [`export_name=${encode(text)}`, 'nothing']),
    ...TEXTS.slice(0, 6).map((text): Input => [`project_id=${encode(text)}`, 'nothing']),
    ['group_by=moon', 'notice'],
    ['group_by=uploadDate&group_by=moon', 'rows'],
    ['export_name[]=orders', 'rows'],
    ['export_name=%00', 'notice'],
  ],
  events: [
    ...LIST_INPUTS,
    ...rangeInputs('createDatetimeStart', 'createDatetimeEnd'),
    ...rangeInputs('reportDatetimeStart', 'reportDatetimeEnd'),
    ['severity=apocalypse', 'notice'],
    ['severity=errors,apocalypse', 'notice'],
    ['withComments=maybe', 'notice'],
    [`projects=${encode(SQL)}`, 'nothing'],
    [`downloadName=${encode(HTML)}`, 'nothing'],
    [`uploadName=${encode(RTL)}`, 'nothing'],
    [`around=${NIL_ID}`, 'nothing'],
    [`around=${foreign.event}`, 'nothing'],
    ...idInputs('eventId', foreign.event),
  ],
  'backfills/list': [
    ...rangeInputs('reportStart', 'reportEnd'),
    ...rangeInputs('createdAfter', 'createdBefore'),
    ...TEXTS.filter((text) => text !== '%' && text !== '\\').map((text): Input => [`title=${encode(text)}`, 'nothing']),
    [`title=${LONG}`, 'notice'],
    ['title=%00', 'notice'],
    ['titleIs=resembles', 'notice'],
    ['status=completed_with_errors', 'notice'],
    [`status=${encode(SQL)}`, 'notice'],
    ['status[]=running', 'rows'],
    ['page=-1&first=-5&after=not-a-cursor', 'rows'],
  ],
  incidents: [
    ...[...TEXTS, LONG, NIL_ID].map((text): Input => [`scope=${encode(text)}`, 'notice']),
    ['scope=%00', 'notice'],
    ['scope=all,account', 'notice'],
    ['scope=account&scope=moon', 'rows'],
    ['scope[]=all', 'rows'],
    ['page=-1&first=-5&after=not-a-cursor', 'rows'],
    ['account=globex', 'rows'],
    [`id=${foreign.download}`, 'rows'],
  ],
  usage: [
    ...[...TEXTS, LONG].map((text): Input => [`chart=${encode(text)}`, 'notice']),
    ['chart=%00', 'notice'],
    ['textures=maybe', 'notice'],
    ['projects=%00', 'notice'],
    ['chart=project&projects=a,b,c,d,e,f', 'notice'],
    ['chart=process&chart=moon', 'rows'],
    ['projects[]=shop', 'rows'],
    ['page=-1&first=-5&after=not-a-cursor', 'rows'],
    ['monthsAgo=9999', 'rows'],
    ['textures[]=false', 'rows'],
  ],
  'reports/source': REPORT_INPUTS,
  'reports/schema': REPORT_INPUTS,
  'scripts/published': WITHOUT_PARAMETERS,
  'scripts/drafts': [
    ...[...TEXTS, LONG, NIL_ID].map((text): Input => [`archived=${encode(text)}`, 'notice']),
    ['archived=%00', 'notice'],
    ['archived=yes', 'notice'],
    ['archived=TRUE', 'notice'],
    ['archived=true,false', 'notice'],
    ['archived=%E0%A4%A', 'notice'],
    ['archived=false&archived=true', 'rows'],
    ['archived[]=true', 'rows'],
    ['page=-1&first=-5&after=not-a-cursor', 'rows'],
  ],
  'scripts/tests': [
    ...[...TEXTS, LONG].map((text): Input => [`currentTab=${encode(text)}`, 'notice']),
    ['currentTab=%00', 'notice'],
    ['currentTab=backstage', 'notice'],
    ['currentTab[]=downloads', 'rows'],
    ['page=-1&first=-5&after=not-a-cursor', 'rows'],
    ...idInputs('id', foreign.download),
  ],
  'scripts/history': WITHOUT_PARAMETERS,
  'scripts/tokens': WITHOUT_PARAMETERS,
  keys: [
    ...LIST_INPUTS,
    ['status=archived', 'notice'],
    ['status=suspended,exploded', 'notice'],
    [`status=${encode(SQL)}`, 'notice'],
    ['status=%00', 'notice'],
    ['status[]=suspended', 'rows'],
    ['search=zzz&status=suspended', 'nothing'],
    ['credentialTypes=moon&keyName=moon&keyType=moon', 'rows'],
  ],
  integrations: [
    ...[...TEXTS, LONG, NIL_ID].map((text): Input => [`mode=${encode(text)}`, 'notice']),
    ...[...TEXTS, NIL_ID].map((text): Input => [`id=${encode(text)}`, 'rows']),
    ...TEXTS.map((text): Input => [`mode=add&type=${encode(text)}`, 'rows']),
    [`id=${encode(LONG)}`, 'notice'],
    ['id=%00', 'notice'],
    ['mode=connect&type=moon', 'rows'],
    ['mode=add&type=test', 'rows'],
    ['mode[]=add', 'rows'],
    ['id=%E0%A4%A', 'rows'],
    ['page=-1&first=-5&after=not-a-cursor', 'rows'],
  ],
  'email-ingest': [
    ...LIST_INPUTS,
    ['recipient=moon', 'rows'],
    [`id=${NIL_ID}`, 'rows'],
    [`domain=${encode(HTML)}`, 'rows'],
    ['account=globex', 'rows'],
    ['search=%', 'nothing'],
    ['currentTab=moon', 'notice'],
    ['outcome=lost', 'notice'],
    [`mailId=${NIL_ID}`, 'rows'],
  ],
});

/** Inputs of administration screens, by their address. */
const ADMINISTRATION_INPUTS: Readonly<Record<string, readonly Input[]>> = {
  '/admin': [
    ...[...TEXTS, LONG, NIL_ID].map((text): Input => [`currentTab=${encode(text)}`, 'notice']),
    ['currentTab=%00', 'notice'],
    ['currentTab=backstage', 'notice'],
    ['currentTab=accounts,users', 'notice'],
    ['currentTab=accounts&currentTab=moon', 'rows'],
    ['currentTab[]=users', 'rows'],
    ['page=-1&first=-5&after=not-a-cursor', 'rows'],
    [`search=${encode(SQL)}`, 'rows'],
    ['search=%E0%A4%A', 'rows'],
    [`account=${encode(HTML)}`, 'rows'],
  ],
};

const NOTHING = /^(No results, try another (word\.|filter)|No Data|No [sS]ources)$/;
const ROWS =
  '[data-row-id], li[aria-posinset], [aria-label="Incidents"] > li, [aria-label="Integrations"] > li, [aria-label="Test Runs"] > li, [aria-label="Recipients"] > li, [aria-label="Service tokens"] td, [aria-label="Flow summary"] td, [data-bar], [aria-label="Sources"] > li, [aria-label="Schemas"] > li';
const NOTICE = 'Page was accessed with the wrong URL params.';
const DRAWER_FAILURE = 'There was a problem processing the request. Contact support if the problem persist';

/** Goes to an address as a link inside the console does, without loading the console again. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
  }, path);
  await expect.poll(() => page.locator('#main [aria-busy="true"]').count()).toBe(0);
}

async function expectOutcome(page: Page, path: string, [query, outcome]: Input): Promise<void> {
  // A toast goes by itself, so it is awaited first.
  const toast = outcome === 'notice' ? NOTICE : outcome === 'drawer failure' ? DRAWER_FAILURE : null;
  if (toast !== null) await page.getByRole('alert').filter({ hasText: toast }).waitFor();
  const main = page.getByRole('main');
  if (outcome === 'nothing') await main.getByText(NOTHING).waitFor();
  else await main.locator(ROWS).first().waitFor();
  if (toast === null) return;
  // A reload or a copied link does not repeat the notice.
  await page.waitForURL((address) => address.pathname.endsWith(path) && address.search !== `?${query}`);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function foreignIds(): Promise<Foreign> {
  const ids: Record<string, string> = {};
  await visit({}, async ({ page }) => {
    await signInAs(page, url, { account: GLOBEX, role: 'viewer' });
    for (const [noun, path] of [
      ['download', 'downloads/list'],
      ['upload', 'uploads/list'],
      ['event', 'events'],
    ] as const) {
      await page.goto(`${url}/app/globex/${path}`);
      ids[noun] = (await page.locator('[data-row-id]').first().getAttribute('data-row-id')) ?? '';
    }
  });
  return ids as Foreign;
}

/** Follows every wrong input of each address. Returns those that are not met as expected, and what the console logs. */
async function followAll(
  { page, failures }: Visit,
  inputs: Readonly<Record<string, readonly Input[]>>,
): Promise<readonly string[]> {
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  page.setDefaultTimeout(60_000);
  const unclear: string[] = [];
  for (const [path, each] of Object.entries(inputs)) {
    await page.goto(`${url}${path}`);
    for (const input of each) {
      const [query, outcome] = input;
      await follow(page, `${path}?${query}`);
      await expectOutcome(page, path, input).catch(() =>
        unclear.push(`${path}?${query.slice(0, 100)}: expected ${outcome}`),
      );
      if ((await page.getByText('Uh-oh!').count()) > 0) unclear.push(`${path}?${query}: broken`);
    }
  }
  return [...unclear, ...logged, ...failures];
}

describe('wrong inputs in the address', () => {
  it('every screen has at least 20 cases', () => {
    const inputs = inputsFor({ download: '', upload: '', event: '' });
    expect(Object.keys(inputs).toSorted()).toEqual(SCREENS.map(({ path }) => path).toSorted());
    expect(Object.keys(ADMINISTRATION_INPUTS)).toEqual(ADMINISTRATION_SCREENS.map(({ path }) => path));
    for (const [path, each] of Object.entries({ ...inputs, ...ADMINISTRATION_INPUTS }))
      expect(each.length, path).toBeGreaterThanOrEqual(20);
  });

  it('every screen answers with a clear message', { timeout: 300_000 }, async () => {
    const inputs = Object.entries(inputsFor(await foreignIds()));
    await visit({}, async (opened) => {
      await signInAs(opened.page, url, { account: ACME, role: 'tester' });
      const own = Object.fromEntries(inputs.map(([path, each]) => [`/app/acme/${path}`, each]));
      expect(await followAll(opened, own)).toEqual([]);
    });
  });

  it('every screen of administration answers with a clear message', { timeout: 120_000 }, () =>
    visit({}, async (opened) => {
      await signInAsSupport(opened.page, url);
      expect(await followAll(opened, ADMINISTRATION_INPUTS)).toEqual([]);
    }),
  );
});
