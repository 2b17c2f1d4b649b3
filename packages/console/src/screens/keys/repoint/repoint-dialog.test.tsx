import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildKeyHistory, buildKeyUser, buildNamedKey } from '../../../../test/build-key.ts';
import { buildKey, buildKeys } from '../../../../test/build-rows.ts';
import type { Answers } from '../../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../../test/render-page.tsx';

const DEVELOPER = { permissions: new Set(['view', 'manage-keys', 'publish-scripts'] as const) };
const OPERATOR = { permissions: new Set(['view', 'manage-keys'] as const) };
const KEY = buildNamedKey({ downloadsUsingKey: [buildKeyUser('orders', 'working')] });

const place = (id: string, name: string, patch: object = {}) => ({
  __typename: 'KeyReference',
  id,
  kind: 'download',
  name,
  project: 'shop',
  path: 'shop/a.sbs',
  line: 4,
  is_test: false,
  is_draft: false,
  changelist: 'Published',
  problem: null,
  ...patch,
});
const ITEMS = [
  place('p1', 'orders'),
  place('p2', 'daily', { kind: 'upload', is_test: true, line: 9 }),
  place('p3', 'files', { problem: 'S3 takes no keys of this type.' }),
  place('p4', 'orders', { is_draft: true, changelist: 'My draft' }),
];
const outcome = (id: string, result: string, message: string | null = null) => ({
  __typename: 'RepointOutcome',
  id,
  outcome: result,
  message,
});
const answers = (more: Answers = {}): Answers => ({
  KeyDetails: () => ({ credential: KEY }),
  KeyHistory: () => buildKeyHistory(),
  KeysOfType: () => buildKeys(buildKey({ id: 'k1', name: 'warehouse' }), buildKey({ id: 'k2', name: 'new_warehouse' })),
  PreviewRepoint: () => ({ preview_repoint: { __typename: 'RepointPreview', items: ITEMS } }),
  RepointKey: () => ({
    repoint_key: {
      __typename: 'RepointOk',
      changelist_id: 'c2',
      outcomes: [outcome('p1', 'repointed'), outcome('p4', 'changed_meanwhile', 'It was changed meanwhile.')],
    },
  }),
  ...more,
});
const open = async (more: Answers = {}): Promise<RenderedPage> => {
  const page = renderPage({ path: 'keys/details?keyName=warehouse', session: DEVELOPER, answers: answers(more) });
  await page.user.click(await screen.findByRole('button', { name: 'Point to another key' }));
  await screen.findByRole('dialog', { name: 'Point warehouse to another key' });
  return page;
};
const choose = async (page: RenderedPage): Promise<void> => {
  await page.user.click(screen.getByRole('combobox', { name: 'Other key' }));
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['new_warehouse']);
  await page.user.click(screen.getByRole('option', { name: 'new_warehouse' }));
};

it('shows where the other key would be named, writes it into the chosen places, and says what became of each', async () => {
  const page = await open();
  await choose(page);
  const published = within(await screen.findByRole('region', { name: 'Published script' }));
  expect(published.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Download ordersshop/a.sbs:4',
    'Upload daily, test targetshop/a.sbs:9',
    'Download filesshop/a.sbs:4S3 takes no keys of this type.',
  ]);
  expect(published.getByRole<HTMLInputElement>('checkbox', { name: 'Download files' }).disabled).toBe(true);
  screen.getByRole('region', { name: 'Draft: My draft' });
  screen.getByRole('button', { name: 'Point 3 to new_warehouse' });
  await page.user.click(published.getByRole('checkbox', { name: 'Upload daily, test target' }));
  await page.user.click(screen.getByRole('button', { name: 'Point 2 to new_warehouse' }));
  await screen.findByText('1 of 2 now names new_warehouse.');
  const sent = page.sent('RepointKey');
  expect(sent).toEqual([{ from: 'warehouse', to: 'new_warehouse', items: ['p1', 'p4'] }]);
  const dialog = screen.getByRole('dialog', { name: 'Point warehouse to another key' });
  expect([...dialog.querySelectorAll('[data-tone]')].map((badge) => badge.textContent)).toEqual([
    'Done',
    'Left as it is',
    'Left as it is',
    'Changed meanwhile',
  ]);
  // The key is read again.
  await waitFor(() => expect(page.sent('KeyDetails').length).toBeGreaterThan(1));
});

it('says why keys cannot be exchanged, and keeps the dialog', async () => {
  const refused = { __typename: 'InvalidCredential', message: 'Key new_warehouse is suspended. Unsuspend it first.' };
  const page = await open({ PreviewRepoint: () => ({ preview_repoint: refused }) });
  await choose(page);
  await screen.findByText('Key new_warehouse is suspended. Unsuspend it first.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Point 0 to new_warehouse' }).disabled).toBe(true);
});

it('the dialog is offered to people who may publish, for a key that is used', async () => {
  renderPage({ path: 'keys/details?keyName=warehouse', session: OPERATOR, answers: answers() });
  await screen.findByRole('button', { name: 'Delete Key' });
  expect(screen.queryByRole('button', { name: 'Point to another key' })).toBeNull();
});
