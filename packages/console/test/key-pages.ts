import { screen } from '@testing-library/react';
import { buildKeys } from './build-rows.ts';
import type { Answers } from './graphql-server.ts';
import { type RenderedPage, renderPage } from './render-page.tsx';

/** The session of a person who manages keys. */
export const KEY_EDITOR = { permissions: new Set(['view', 'manage-keys'] as const) };
export const LISTED_KEYS: Answers = { Credentials: () => buildKeys() };

/** The form of a new key of this type. */
export async function openNewKey(type: string, answers: Answers = {}): Promise<RenderedPage> {
  const path = `keys/add-key?keyType=${type}`;
  const page = renderPage({ path, session: KEY_EDITOR, answers: { ...LISTED_KEYS, ...answers } });
  await screen.findByLabelText(/^Key name/);
  return page;
}
