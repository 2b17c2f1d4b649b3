import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Answers } from '../../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../../test/render-page.tsx';
import { fill } from '../../../../test/setup-user.ts';
import { KeptDataDialog } from './kept-data-dialog.tsx';

const buildKind = (kind: string, label: string, more: object = {}) => ({
  __typename: 'KeptKind',
  kind,
  label,
  days: null,
  is_own: false,
  installation_days: null,
  min_days: 30,
  due: null,
  due_bytes: null,
  ...more,
});
const buildData = (...kinds: readonly object[]) => ({ __typename: 'KeptData', kept_kinds: kinds });
const RAW = buildKind('raw_files', 'raw files of downloads', {
  days: 90,
  installation_days: 90,
  due: 12,
  due_bytes: 3_200_000,
});
const EVENTS = buildKind('events', 'events', { days: 365, is_own: true, due: 1, due_bytes: 0 });
const UNITS = buildKind('units', 'runs that newer ones replaced, and tests', { min_days: 90 });

const open = (answers: Answers): RenderedPage =>
  renderPage({
    path: '',
    element: <KeptDataDialog account={{ id: 'acme', urlName: 'acme', name: 'Acme' }} onClose={() => undefined} />,
    answers,
  });
const kindField = async (name: string) => within(await screen.findByRole('group', { name }));
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

it('shows whose days count, and what the next pruning removes', async () => {
  open({ KeptData: () => ({ kept_data: buildData(RAW, EVENTS, UNITS) }) });
  const files = await kindField('Raw files of downloads');
  expect(files.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.text).toBe('As the installation (90 days)');
  files.getByText('Removed next: 12 runs, 3.2 MB');
  const events = await kindField('Events');
  expect(events.getByRole<HTMLInputElement>('textbox').value).toBe('365');
  events.getByText('Removed next: 1 event');
  const units = await kindField('Runs that newer ones replaced, and tests');
  expect(units.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.text).toBe(
    'As the installation (for ever)',
  );
  expect(units.queryByText(/next:/)).toBeNull();
  expect(saveButton().disabled).toBe(true);
});

it('saves each changed kind, warns of shorter days, and stays open with the saved state', async () => {
  const after = buildData({ ...RAW, days: 60, is_own: true, due: 20 }, { ...EVENTS, days: null, is_own: false });
  const { user, sent } = open({
    KeptData: () => ({ kept_data: buildData(RAW, EVENTS) }),
    SaveKeptData: () => ({ save_kept_data: after }),
  });
  const files = await kindField('Raw files of downloads');
  await user.selectOptions(files.getByRole('combobox'), 'Own days');
  await fill(user, files.getByRole('textbox'), '60');
  files.getByText(/cannot be restored/);
  const events = await kindField('Events');
  await user.selectOptions(events.getByRole('combobox'), 'installation');
  expect(events.queryByText(/cannot be restored/)).toBeNull();
  await user.click(saveButton());
  await screen.findByText('Kept data saved');
  await files.findByText('Removed next: 20 runs, 3.2 MB');
  expect(sent('SaveKeptData')).toEqual([
    { account: 'acme', kind: 'raw_files', days: 60, as_installation: false },
    { account: 'acme', kind: 'events', days: null, as_installation: true },
  ]);
  await waitFor(() => expect(saveButton().disabled).toBe(true));
});

it('too few days are named at their field, and cannot be saved', async () => {
  const { user } = open({ KeptData: () => ({ kept_data: buildData(UNITS) }) });
  const units = await kindField('Runs that newer ones replaced, and tests');
  await user.selectOptions(units.getByRole('combobox'), 'days');
  await fill(user, units.getByRole('textbox'), '89');
  units.getByText('Give between 90 and 36,500 days.');
  expect(saveButton().disabled).toBe(true);
  await fill(user, units.getByRole('textbox'), '90');
  units.getByText(/move to the archive/);
  expect(saveButton().disabled).toBe(false);
  await user.selectOptions(units.getByRole('combobox'), 'ever');
  expect(saveButton().disabled).toBe(false);
});

it('keeps the input when the server refuses it', async () => {
  const problem = 'There is no such active account.';
  const { user } = open({
    KeptData: () => ({ kept_data: buildData(RAW) }),
    SaveKeptData: () => ({ save_kept_data: { __typename: 'NotFoundError', problem } }),
  });
  const files = await kindField('Raw files of downloads');
  await user.selectOptions(files.getByRole('combobox'), 'ever');
  await user.click(saveButton());
  await screen.findByText(problem);
  expect(files.getByRole<HTMLSelectElement>('combobox').value).toBe('ever');
  expect(saveButton().disabled).toBe(false);
});

it('shows why the data could not be loaded, and loads by Retry', async () => {
  let isBroken = true;
  const { user } = open({
    KeptData: () => (isBroken ? new Error('The database is away.') : { kept_data: buildData(RAW) }),
  });
  await screen.findByText(/The database is away/);
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await kindField('Raw files of downloads');
});

it('says that the account is not active any more', async () => {
  open({ KeptData: () => ({ kept_data: null }) });
  await screen.findByText('The account is not active');
});
