import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DEFAULT_ACCOUNT } from '../../../test/default-account.ts';
import { renderPage } from '../../../test/render-page.tsx';
import type { AccountFactsFragment } from '../../api/generated/graphql.ts';
import { QueueQuota } from './queue-quota.tsx';

const ACCOUNT: AccountFactsFragment = {
  id: 'globex',
  urlName: 'globex',
  name: 'Globex',
  contractedRowCount: null,
  ...DEFAULT_ACCOUNT,
  keyRunningLimit: 8,
  defaultDeadline: null,
  dailySummaryTime: null,
  dailySummaryRecipients: [],
  invitations: [],
  users: [],
};

it('saves the values that were changed, and shows at its field why one is refused', async () => {
  const refused = { __typename: 'InvalidAccountError', field: 'queueWeight', problem: 'It must be from 1 to 100.' };
  const answers = [refused, { __typename: 'Account', ...ACCOUNT }];
  const page = renderPage({
    path: '',
    element: <QueueQuota account={ACCOUNT} />,
    answers: { SaveAccount: () => ({ saveAccountV2: answers.shift() }) },
  });
  const weight = await screen.findByLabelText('Weight');
  await page.user.clear(weight);
  await page.user.type(weight, '300');
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('It must be from 1 to 100.');
  await page.user.clear(weight);
  await page.user.type(weight, '3');
  await page.user.clear(screen.getByLabelText('Units at once of a key'));
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Queue settings saved');
  expect(page.sent('SaveAccount')).toEqual([
    { urlName: 'globex', queueWeight: 300 },
    { urlName: 'globex', queueWeight: 3, keyRunningLimit: null },
  ]);
});
