import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { ACME, startSession, startSupportSession } from '../people/people.ts';
import { holdRestatement } from '../restated-month.ts';
import { openTestBrowser } from '../test-browser.ts';
import { type Journey, type Taken, takeJourney } from './journey.ts';
import { buildStage, mayMount, publishStage, STAGE } from './stage.ts';

const url = inject('productUrl');
const dataDir = inject('productData');
const visit = openTestBrowser();
const LIMIT = 300_000;
const hasFullDisk = mayMount();

let clear: () => void;
const taken: Taken[] = [];

beforeAll(async () => {
  clear = await buildStage(dataDir, hasFullDisk);
  await visit({}, async ({ page }) => {
    await startSupportSession(page, url);
    await publishStage(page, dataDir, inject('heldSource'));
  });
});
afterAll(() => {
  clear();
  for (const { scenario, clicks, seconds } of taken)
    console.log(`${scenario}: ${clicks} ${clicks === 1 ? 'click' : 'clicks'}, ${seconds.toFixed(1)} s`);
});

/** Waits until Home shows a row with the cause, so that the time of a journey is that of the console. */
async function untilShown(page: Page, home: string, row: string, cause: RegExp): Promise<void> {
  await page.goto(home);
  await page.locator(`[data-row-id="${row}"]`).filter({ hasText: cause }).waitFor({ timeout: LIMIT });
}

type Scenario = {
  readonly name: string;
  readonly account?: 'acme';
  /** Row of Home that shows it, `upload:margin`. */
  readonly row: string;
  readonly cause: RegExp;
  readonly skip?: boolean;
  /** From Home to the right action. */
  readonly walk: (journey: Journey) => Promise<void>;
};

const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true });
/** The link of a row to where its cause is worked on. */
const next = ({ page }: Journey, row: string) => page.locator(`[data-row-id="${row}"] a`).last();

/** Opens the explanation of a failure, whose dialog says what to do. */
async function explainInDialog(journey: Journey, row: string, what: RegExp): Promise<void> {
  const { page, click } = journey;
  await click(next(journey, row));
  await click(button(page, 'Explain this failure'));
  await page.getByRole('dialog').getByText(what).first().waitFor();
}

/** Opens the explanation of a failure in the script, at the line that is responsible. */
async function explainInScript(journey: Journey, row: string, line: string): Promise<void> {
  const { page, click } = journey;
  await click(next(journey, row));
  await click(button(page, 'Explain this failure'));
  await page.getByRole('region', { name: 'Failure' }).waitFor();
  await page.locator('.monaco-editor .view-line').filter({ hasText: line }).first().waitFor();
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a rejected key',
    account: 'acme',
    row: 'upload:partner_sales',
    cause: /Key partner_network is suspended/,
    walk: async (journey) => {
      const { page, click } = journey;
      await click(next(journey, 'upload:partner_sales'));
      await page.getByRole('heading', { level: 1, name: 'partner_network' }).waitFor();
      await click(page.getByRole('link', { name: 'Edit key', exact: true }));
      await page.getByRole('heading', { level: 1, name: /^Edit/ }).waitFor();
    },
  },
  {
    name: 'a missing report',
    account: 'acme',
    row: 'download:newsletter_clicks',
    cause: /Not found at the source · .* delays 2 uploads/,
    walk: async (journey) => {
      await journey.click(next(journey, 'download:newsletter_clicks'));
      await button(journey.page, 'Retry').waitFor();
    },
  },
  {
    name: 'a late upload',
    row: 'upload:spots',
    cause: /Download spots: .* · late since/,
    walk: async (journey) => {
      const { page, click } = journey;
      await click(next(journey, 'upload:spots'));
      await click(button(page, 'Run now'));
      await page
        .getByRole('dialog', { name: /^Run spots for / })
        .getByText('spots', { exact: true })
        .waitFor();
    },
  },
  {
    name: 'all rows dirty',
    account: 'acme',
    row: 'upload:store_visits',
    cause: /Download store_visits: all rows dirty/,
    walk: async (journey) => {
      await explainInScript(journey, 'upload:store_visits', 'download store_visits');
      await journey.page.getByRole('table', { name: 'New dirty rows of store_visits' }).waitFor();
    },
  },
  {
    name: 'a table that changed at the destination',
    row: 'upload:ledger',
    cause: /Upload ledger is suspended: destination table does not fit/,
    walk: (journey) => explainInScript(journey, 'upload:ledger', 'upload ledger'),
  },
  {
    name: 'a script error after publishing',
    row: 'download:channels',
    cause: /Download channels is suspended: .* delays channels/,
    walk: (journey) => explainInScript(journey, 'download:channels', 'download channels'),
  },
  {
    name: 'a full disk of a worker',
    row: 'upload:visits',
    cause: /destination full/i,
    skip: !hasFullDisk,
    walk: (journey) => explainInDialog(journey, 'upload:visits', /Free space at the destination/),
  },
  {
    name: 'an outage of the provider',
    row: 'download:auctions',
    cause: /source answered with an error · since .* delays auctions/i,
    walk: (journey) =>
      explainInDialog(
        journey,
        'download:auctions',
        /The script is not the cause: the source did not answer as it should\./,
      ),
  },
  {
    name: 'a suspended download two hops upstream',
    row: 'upload:margin',
    cause: /Download prices is suspended: all rows dirty/,
    walk: async (journey) => {
      const { page, click } = journey;
      await click(next(journey, 'upload:margin'));
      await button(page, 'Unsuspend').waitFor();
      await click(button(page, 'Explain this failure'));
      await page.getByRole('region', { name: 'Failure' }).getByText('price: not an integer').first().waitFor();
    },
  },
];

describe('a restated month', () => {
  it('Home leads to the held result in at most three clicks', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await holdRestatement(dataDir, STAGE.urlName, 'billing');
      const home = `${url}/app/${STAGE.urlName}/homepage`;
      await startSupportSession(page, url);
      const walk = async ({ click }: Journey): Promise<void> => {
        await click(
          page
            .getByRole('note')
            .filter({ hasText: /held by the freeze of/ })
            .getByRole('link'),
        );
        await click(button(page, /^Deliver billing of .* anyway$/));
        await page.getByRole('dialog').getByText('The date stays frozen').waitFor();
      };
      await page.goto(home);
      await page
        .getByRole('note')
        .filter({ hasText: /held by the freeze of/ })
        .waitFor();
      taken.push(await takeJourney(page, home, 'a restated month', walk));
      // The held result stays held, and the person may also end the freeze here.
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await button(page, /^Unfreeze /).waitFor();
    }),
  );
});

describe.each(SCENARIOS.filter(({ skip }) => skip !== true))('$name', ({ name, account, row, cause, walk }) => {
  it('Home leads to the action that ends it in at most three clicks', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      const home = `${url}/app/${account ?? STAGE.urlName}/homepage`;
      await (account === undefined
        ? startSupportSession(page, url)
        : startSession(page, url, { account: ACME, role: 'operator' }));
      await untilShown(page, home, row, cause);
      taken.push(await takeJourney(page, home, name, walk));
    }),
  );
});
