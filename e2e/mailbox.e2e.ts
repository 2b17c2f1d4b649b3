import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { findRunningDatabase } from '@switchboard/server';
import pg from 'pg';
import { beforeAll, expect, inject, it } from 'vitest';
import { seriousFindings } from './findings/axe.ts';
import { createAccount } from './people/empty-account.ts';
import { signInAsSupport } from './people/people.ts';
import { pressInDialog } from './press-in-dialog.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;
const ACCOUNT = { urlName: 'mailbox-tests', name: 'Mailbox tests' };
const SUBJECT = 'Weekly report 7';

/** A recipient with a rule, and mail of each outcome. */
beforeAll(async () => {
  const dataDir = inject('productData');
  const account = await createAccount(dataDir, ACCOUNT);
  const client = new pg.Client({
    connectionString: findRunningDatabase({ databaseUrl: null, databaseLogins: null, dataDir }),
  });
  await client.connect();
  try {
    await client.query(`insert into ingest_address (account_id, address) values ($1, 'mailbox@ingest.test')`, [
      account,
    ]);
    const { rows } = await client.query<{ id: string }>(
      `insert into ingest_recipient (account_id, address) values ($1, 'mailbox@ingest.test') returning id`,
      [account],
    );
    const values = [account, rows[0]?.id];
    await client.query(
      `insert into ingest_rule (account_id, recipient_id, match_order, subject_glob, path) values ($1, $2, 0, 'Daily*', 'daily')`,
      values,
    );
    await client.query(
      `with mail as (
         insert into received_mail (account_id, recipient_id, digest, received, message_id, sender, envelope_sender, subject, bytes,
           outcome, reason, path)
         select $1, $2, md5(subject) || md5(subject), now() - place * interval '1 hour', '<' || place || '@partner.example>',
           'reports@partner.example', 'bounce@partner.example', subject, 20480, outcome, reason, path
         from (values (1, '${SUBJECT}', 'unmatched', null, null), (2, 'Invoice of November', 'unmatched', null, null),
           (3, 'Daily report', 'matched', null, 'daily'), (4, '', 'rejected', 'It has more than 200 files.', null))
           as m(place, subject, outcome, reason, path)
         returning account_id, id)
       insert into received_file (account_id, mail_id, place, kind, name, content_type, bytes, sha256, store_key)
       select account_id, id, place, kind, name, type, 2048, '', '' from mail
       cross join (values (0, 'attachment', 'report.csv', 'text/csv'), (1, 'text', 'body.txt', 'text/plain'))
         as f(place, kind, name, type)`,
      values,
    );
  } finally {
    await client.end();
  }
});

it(
  'shows a mail that no rule took, tests a rule on it, saves the rule and replays the mail, by keyboard',
  {
    timeout: LIMIT,
  },
  () =>
    visit({}, async ({ page }) => {
      await signInAsSupport(page, url);
      await page.goto(`${url}/app/${ACCOUNT.urlName}/email-ingest`);
      await page.getByRole('tab', { name: 'Recipients' }).press('ArrowRight');
      const mail = page.getByRole('button', { name: new RegExp(SUBJECT) });
      await mail.press('Enter');
      await page.getByText('<1@partner.example>').waitFor();
      expect(await seriousFindings(page)).toBe('');
      await page.getByRole('button', { name: 'Add rule from this mail' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Add Rule' });
      await dialog.getByRole('textbox', { name: 'Subject' }).fill('Weekly*');
      await pressInDialog(dialog, 'Test on the last 100 mails');
      await dialog.getByText('Fits 1 of 3 mails.').waitFor();
      expect(await seriousFindings(page)).toBe('');
      await dialog.getByRole('textbox', { name: /Destination/ }).fill('weekly');
      await page.keyboard.press('Enter');
      await page.getByText('Successfully updated rules for recipient').waitFor();
      await page.getByRole('button', { name: 'Replay' }).press('Enter');
      await page.getByText('Mail replayed to weekly').waitFor();
      await page.getByRole('combobox', { name: 'Show mail' }).selectOption('A rule fits');
      await page.getByRole('button', { name: new RegExp(SUBJECT) }).waitFor();
    }),
);

const SHOWN = (['light', 'dark'] as const).flatMap((scheme) =>
  [1440, 1050, 800, 400].map((width) => ({ scheme, width })),
);

it('fits windows of every width, in both colour schemes', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await signInAsSupport(page, url);
    await page.goto(`${url}/app/${ACCOUNT.urlName}/email-ingest?currentTab=mail&outcome=all`);
    await page.getByRole('button', { name: /Invoice/ }).click();
    await page.getByText('<2@partner.example>').waitFor();
    const examined = sampleCells(SHOWN, 4);
    for (const cell of SHOWN) {
      const { scheme, width } = cell;
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      const shown = `${width} px, ${scheme}`;
      expect(await page.evaluate(() => document.documentElement.scrollWidth), shown).toBeLessThanOrEqual(width);
      if (examined.includes(cell)) expect(await seriousFindings(page), shown).toBe('');
    }
  }),
);
