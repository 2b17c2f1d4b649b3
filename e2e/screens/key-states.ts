import type { ScreenState } from './screen-state.ts';

/** States of the vault beyond its screens. */
export const KEY_STATES: readonly ScreenState[] = [
  {
    name: 'keys-picker',
    path: 'keys',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add key' }).click();
      await page
        .getByRole('dialog', { name: 'Select credential type' })
        .getByRole('button', { name: /^SQL/ })
        .waitFor();
    },
  },
  { name: 'key-details', path: 'keys/details?keyName=warehouse', shows: 'Dependencies' },
  { name: 'key-suspended', path: 'keys/details?keyName=partner_network', shows: 'Credential suspended' },
  {
    name: 'key-deletion',
    path: 'keys/details?keyName=warehouse',
    shows: 'Dependencies',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete Key' }).click();
      await page.getByRole('dialog', { name: 'Delete this key?' }).getByRole('textbox').waitFor();
    },
  },
  { name: 'key-add', path: 'keys/add-key?keyType=sql', shows: 'Verify and Save' },
  {
    name: 'key-add-invalid',
    path: 'keys/add-key?keyType=sql',
    shows: 'Verify and Save',
    prepare: async (page) => {
      await page.getByRole('tab', { name: 'SSL (optional)' }).click();
      await page.getByRole('textbox', { name: 'Client certificate' }).fill('nonsense');
      await page.getByRole('tab', { name: 'SSH (optional)' }).click();
    },
  },
  { name: 'key-edit', path: 'keys/edit-key?keyName=warehouse', shows: 'Save changes' },
  {
    name: 'key-tested',
    path: 'keys/edit-key?keyName=warehouse',
    shows: 'Save changes',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Test connection' }).click();
      await page.getByRole('region', { name: 'Test of the connection' }).scrollIntoViewIfNeeded();
    },
  },
];
