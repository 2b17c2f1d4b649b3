import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildRefusal, buildSaved } from '../../../test/build-changelist.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { RenameDialog } from './rename-dialog.tsx';

const DRAFT = { id: 'd1', description: 'Revenue by channel' };

type Rendered = RenderedPage & { readonly outcomes: string[] };

function open(answers: Answers = {}): Rendered {
  const outcomes: string[] = [];
  const page = renderPage({
    answers: {
      RenameDraft: ({ id, description }) =>
        buildSaved('save_changelist', { id, description, updated_on: '2026-11-22T00:00:00Z', updated_by: null }),
      ...answers,
    },
    element: (
      <RenameDialog draft={DRAFT} onClose={() => outcomes.push('closed')} onRenamed={() => outcomes.push('renamed')} />
    ),
  });
  return { ...page, outcomes };
}

const enter = async (text: string): Promise<void> => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename draft' }));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Description' }), { target: { value: text } });
  fireEvent.submit(dialog.getByRole('textbox').closest('form') as HTMLFormElement);
};
const sent = ({ requests }: RenderedPage) => requests.map(({ variables }) => variables['description']);

describe('renaming a draft', () => {
  it('says "Draft renamed"', { tags: ['spec:draft-renamed-toast', 'spec:call-rename-changelist'] }, async () => {
    const page = open();
    await enter('  Revenue by day ');
    await screen.findByText('Draft renamed');
    expect(page.requests).toEqual([
      { operation: 'RenameDraft', variables: { id: 'd1', description: 'Revenue by day' } },
    ]);
    expect(page.outcomes).toEqual(['renamed', 'closed']);
  });

  it('saves nothing when the text is the same', async () => {
    const page = open();
    await enter(' Revenue by channel');
    await waitFor(() => expect(page.outcomes).toEqual(['closed']));
    expect(page.requests).toEqual([]);
  });

  it.each([
    ['There was a problem renaming the draft', () => new Error('The database is away.')],
    [
      'Cannot act on previously published changelist',
      () => buildRefusal('save_changelist', 'Cannot act on previously published changelist'),
    ],
  ])('says "%s", and keeps the text', { tags: 'spec:draft-renamed-toast' }, async (text, answer) => {
    const page = open({ RenameDraft: answer });
    await enter('Other');
    await screen.findByText(text);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Description' }).value).toBe('Other');
    expect(page.outcomes).toEqual([]);
  });

  it.each(['', ' ', '\t\t', '\u00a0', '\u2003', '\0', ' \0 '])(
    'refuses the empty text %j',
    {
      tags: 'spec:draft-description-required',
    },
    async (text) => {
      const page = open();
      await enter(text);
      await screen.findByText('Draft description cannot be empty');
      expect(page.requests).toEqual([]);
    },
  );

  it.each([
    "'; drop table changelist; --",
    '<img src=x onerror=alert(1)>',
    'שלום txt.exe',
    '👩‍👩‍👧‍👦',
    '%',
    '\\',
    '${7*7}',
    '../../etc/passwd',
    '=HYPERLINK("x")',
    '\u0007\u001b[2J',
    'null',
    '{"a":1}',
  ])('sends %j as it is', async (text) => {
    const page = open();
    await enter(text);
    await screen.findByText('Draft renamed');
    expect(sent(page)).toEqual([text]);
  });

  it.each([
    ['x'.repeat(501), 'x'.repeat(500)],
    ['🦔'.repeat(600), '🦔'.repeat(500)],
    ['a\ud800b', 'a\ufffdb'],
    ['a\0b', 'ab'],
    ['שלום \u202e txt.exe', 'שלום  txt.exe'],
  ])(
    'stores what a database can hold, cut to 500 characters',
    {
      tags: ['spec:draft-description-cut', 'spec:draft-limits'],
    },
    async (text, stored) => {
      const page = open();
      await enter(text);
      await screen.findByText('Draft renamed');
      expect(sent(page)).toEqual([stored]);
    },
  );

  it('counts the characters that are left, and says that a longer text is cut', async () => {
    open();
    const field = await screen.findByRole('textbox', { name: 'Description' });
    screen.getByText('482 characters left');
    fireEvent.change(field, { target: { value: 'x'.repeat(510) } });
    screen.getByText('Only the first 500 of these 510 characters are saved.');
  });
});
