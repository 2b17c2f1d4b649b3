import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { seriousFindings } from './findings/axe.ts';
import { addMember, createAccount } from './people/empty-account.ts';
import { ACME, askApi, startSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;

/** An account of this file: that its drafts need an approval concerns no other test. */
const ACCOUNT = { urlName: 'draft-review', name: 'Draft review' };
const SCRIPT = `download clicks from { type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}"; format: "csv"; } using { site: string; };
table totals is select site from clicks;
upload totals to { type: "file"; path: "totals/{YYYY-MM-DD}.csv"; };
`;

beforeAll(async () => {
  const dataDir = inject('productData');
  await createAccount(dataDir, ACCOUNT);
  for (const role of ['developer', 'cs', 'viewer'])
    await addMember(dataDir, ACCOUNT, { email: `${role}@acme.example`, role });
});

const ask = <Data>(page: Page, query: string): Promise<Data> => askApi(page, url, ACCOUNT.urlName, query);

async function makeDraft(page: Page, description: string): Promise<string> {
  const { made } = await ask<{ made: { id: string; version: number } }>(
    page,
    `mutation { made: branch_changelist(description: "${description}") { ... on Changelist { id version } } }`,
  );
  const files = `[{ path: "main.sbs", text: ${JSON.stringify(SCRIPT)} }]`;
  await ask(
    page,
    `mutation { save_changelist(changelist_id: "${made.id}", version: ${made.version}, changelist: { files: ${files} }) { __typename } }`,
  );
  return made.id;
}

async function openEditor(page: Page, id: string, query = ''): Promise<void> {
  await page.goto(`${url}/app/${ACCOUNT.urlName}/scripts/editor/${id}?file=main.sbs${query}`);
  await page.locator('.monaco-editor .view-line').first().waitFor();
}

const toast = (page: Page, message: string) => page.getByText(message, { exact: true }).first().waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const people = (page: Page) => page.getByRole('list', { name: 'Who has it open' }).first();

it('a draft is commented on, reviewed by a second person, and published with their approval', { timeout: LIMIT }, () =>
  visit({}, async ({ page: dana }) =>
    visit({}, async ({ page: chris }) => {
      await startSession(dana, url, { account: ACME, role: 'developer' });
      await startSession(chris, url, { account: ACME, role: 'CS' });
      const id = await makeDraft(dana, 'Clicks by site');

      // Chris makes publishing require an approval, which Dana may not change, and Dana is refused without one.
      await openEditor(chris, id, '&review=true');
      const rule = chris.getByRole('switch', { name: 'Publishing requires an approval' });
      await expect.poll(() => rule.isEnabled()).toBe(true);
      await rule.press('Space');
      await toast(chris, 'Publishing requires an approval now');
      await openEditor(dana, id, '&review=true');
      const panel = dana.getByRole('complementary', { name: 'Review' });
      await panel.getByText('You need the permission manage-publish-rules to change this.').waitFor();
      await button(dana, 'Publish').click();
      await button(dana, 'Publish now').press('Enter');
      await toast(dana, 'This draft needs the approval of another person before it can be published.');
      await panel.getByText('You created this draft: another person must review it.').waitFor();
      await panel.getByLabel('Note (optional)').fill('Please read the table.');
      await button(dana, 'Request review').press('Enter');
      await toast(dana, 'Review requested');

      // Chris comments on a line with the keyboard, and asks for changes.
      await openEditor(chris, id);
      await people(chris).getByText('Dana Acme has it open').waitFor({ state: 'attached' });
      await people(dana).getByText('Chris Acme has it open').waitFor({ state: 'attached' });
      await chris.locator('.monaco-editor .view-line').nth(1).click();
      await chris.keyboard.press('ControlOrMeta+Alt+m');
      const review = chris.getByRole('complementary', { name: 'Review' });
      await review.getByLabel('Comment on main.sbs:2').fill('Group by site?');
      await chris.keyboard.press('ControlOrMeta+Enter');
      await toast(chris, 'Comment added');
      await review.getByText('1 comment open').waitFor();
      expect(await seriousFindings(chris)).toBe('');
      await button(chris, 'Ask for changes').click();
      await toast(chris, 'Changes requested');
      await button(chris, 'Close the review').click();
      await review.waitFor({ state: 'detached' });
      await chris.locator('.monaco-editor [class*="_mark_"]').click();
      await review.locator('[data-active]').getByText('Group by site?').waitFor();

      // Dana sees both, answers, moves the line down and resolves.
      await panel.getByText('Group by site?').waitFor();
      await panel.getByText('Chris Acme asked for changes of this draft, so that it cannot be published.').waitFor();
      await panel.getByRole('button', { name: 'Reply' }).click();
      await panel.getByLabel('Answer').fill('Yes, done.');
      await dana.keyboard.press('ControlOrMeta+Enter');
      await panel.getByText('Yes, done.').waitFor();
      await dana.locator('.monaco-editor .view-line').first().click();
      await dana.keyboard.press('ControlOrMeta+Home');
      await dana.keyboard.type('// By site.\n');
      await people(chris).getByText('Dana Acme is editing').waitFor({ state: 'attached' });
      await dana.keyboard.press('ControlOrMeta+s');
      await toast(dana, 'Draft Saved');
      await panel.getByRole('button', { name: 'main.sbs:3' }).waitFor();
      await panel.getByText(/Chris Acme asked for changes of version 2 .* withdrawn by a later version/).waitFor();
      await panel.getByRole('button', { name: 'Resolve' }).click();
      await toast(dana, 'Comment resolved');

      // Chris approves the new version; Dana publishes it.
      await review.getByText('version 3', { exact: true }).waitFor();
      await button(chris, 'Approve').press('Enter');
      await toast(chris, 'Draft approved');
      await dana.getByText('Approved', { exact: true }).first().waitFor();
      await button(dana, 'Publish').click();
      await button(dana, 'Publish now').press('Enter');
      await toast(dana, 'Draft Published');
      await dana.getByText('Approved by Chris Acme').waitFor();
      await dana.goto(`${url}/app/${ACCOUNT.urlName}/scripts/drafts`);
      await dana.getByText(/by Dana Acme, approved by Chris Acme/).waitFor();
    }),
  ),
);

it('shows who has a draft open: each person once, no viewer as editing, not those who left', { timeout: LIMIT }, () =>
  visit({}, async ({ page: dana }) =>
    visit({}, async ({ page: vera }) => {
      await startSession(dana, url, { account: ACME, role: 'developer' });
      await startSession(vera, url, { account: ACME, role: 'viewer' });
      const id = await makeDraft(dana, 'Open in many tabs');
      await openEditor(dana, id);
      expect(await people(dana).count()).toBe(0);
      const second = await dana.context().newPage();
      await openEditor(second, id);
      await dana.getByText('Also open in another tab of yours').waitFor();
      await vera.goto(`${url}/app/${ACCOUNT.urlName}/scripts/drafts`);
      const row = vera.getByRole('row').filter({ hasText: 'Open in many tabs' });
      await row.getByText('Dana Acme has it open').waitFor({ state: 'attached' });
      expect(await row.getByRole('listitem').count()).toBe(1);
      await openEditor(vera, id);
      await people(dana).getByText('Vera Acme has it open').waitFor({ state: 'attached' });
      await second.close();
      await dana.getByText('Also open in another tab of yours').waitFor({ state: 'detached' });
      await vera.goto(`${url}/app/${ACCOUNT.urlName}/scripts/drafts`);
      await people(dana).waitFor({ state: 'detached' });
      await row.getByText('Dana Acme has it open').waitFor({ state: 'attached' });
      await dana.goto(`${url}/app/${ACCOUNT.urlName}/scripts/drafts`);
      await row.getByText('Dana Acme has it open').waitFor({ state: 'detached' });
    }),
  ),
);
