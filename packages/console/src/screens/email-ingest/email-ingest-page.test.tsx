import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildAnswer } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import type { Recipient, Rule } from './recipient.ts';

const DOMAIN = 'ingest.example';
const EMAIL = `acme-x@${DOMAIN}`;

/** The cache needs it, the generated types leave it out. */
const TYPE = { __typename: 'EmailRule' };

const buildRule = (patch: Partial<Rule> = {}): Rule => ({
  id: 'r1',
  path: 'partner/daily',
  senderGlob: '*@partner.example',
  senderRegex: null,
  subjectGlob: null,
  subjectRegex: null,
  matchOrder: 0,
  ...patch,
  ...TYPE,
});
const buildRecipient = (patch: Partial<Recipient> = {}): Recipient =>
  ({ __typename: 'EmailRecipient', id: 'm1', email: EMAIL, rules: [buildRule()], ...patch }) as Recipient;

const ANSWERS: Answers = {
  IngestSettings: () => ({ ingest_settings: { __typename: 'IngestSettings', domain: DOMAIN } }),
  Recipients: () => buildAnswer('recipients', 'EmailRecipientConnection', [buildRecipient()]),
};
const listOf = (...recipients: readonly Recipient[]): Answers => ({
  Recipients: () => buildAnswer('recipients', 'EmailRecipientConnection', recipients),
});
const saved = (field: 'save_emailrecipient' | 'save_emailmatch', recipient: Recipient) => ({ [field]: recipient });
const refused = (field: 'save_emailrecipient' | 'save_emailmatch', type: string, problem: string, of?: string) => ({
  [field]: { __typename: type, problem, ...(of === undefined ? {} : { field: of }) },
});

const open = (answers: Answers = {}, path = 'email-ingest'): RenderedPage =>
  renderPage({
    path,
    session: { permissions: new Set(['view', 'email-ingest-v3'] as const) },
    answers: { ...ANSWERS, ...answers },
  });
const card = (email = EMAIL): Promise<HTMLElement> => screen.findByRole('listitem', { name: email });
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));
const cells = (row: HTMLElement): (string | null)[] =>
  within(row)
    .getAllByRole('cell')
    .slice(0, 3)
    .map((cell) => cell.textContent);
const enter = (field: HTMLElement, value: string): boolean => fireEvent.change(field, { target: { value } });

describe('the recipients', () => {
  it('the recipients are cards with an email and a table of rules', {
    tags: ['spec:ingest-cards', 'spec:ingest-route'],
  }, async () => {
    const rules = [
      buildRule(),
      buildRule({ id: 'r2', senderGlob: null, senderRegex: '@mail$', subjectGlob: 'Daily*', path: 'b', matchOrder: 1 }),
      buildRule({ id: 'r3', senderGlob: null, path: 'rest', matchOrder: 2 }),
    ];
    open(listOf(buildRecipient({ rules })));
    const table = within(await card()).getByRole('table', { name: `Rules of ${EMAIL}` });
    const [head, ...rows] = within(table).getAllByRole('row');
    expect(
      within(head as HTMLElement)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Sender', 'Subject', 'Destination', 'Actions']);
    expect(rows.map(cells)).toEqual([
      ['*@partner.example', 'Any', 'partner/daily'],
      ['/@mail$/', 'Daily*', 'b'],
      ['Any', 'Any', 'rest'],
    ]);
  });

  it('say "No Rules" when there are none', { tags: 'spec:ingest-empty' }, async () => {
    open(listOf());
    await screen.findByText('No Rules');
  });

  it('the recipients are searched by a part of their address', {
    tags: ['spec:ingest-search', 'spec:search-debounce'],
  }, async () => {
    const page = open();
    await card();
    const field = screen.getByRole('searchbox', { name: 'Search by email address...' });
    await page.user.type(field, 'acme{Enter}');
    await waitFor(() => expect(page.sent('Recipients').at(-1)).toMatchObject({ search: 'acme' }));
    expect(page.path()).toBe('email-ingest?search=acme');
  });

  it('lead back to all when none is found', async () => {
    const page = open(
      {
        Recipients: ({ search }) =>
          buildAnswer('recipients', 'EmailRecipientConnection', search === undefined ? [buildRecipient()] : []),
      },
      'email-ingest?search=zzz',
    );
    await screen.findByText('No results, try another word.');
    await page.user.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) as HTMLElement);
    await card();
  });

  it('say why they cannot be loaded, and load again on Retry', async () => {
    let isDown = true;
    const page = open({
      Recipients: () =>
        isDown
          ? new Error('The database is away.')
          : buildAnswer('recipients', 'EmailRecipientConnection', [buildRecipient()]),
    });
    await screen.findByText(/The database is away/);
    isDown = false;
    await page.user.click(screen.getByRole('button', { name: 'Retry' }));
    await card();
  });
});

describe('adding a recipient', () => {
  const dialog = async (page: RenderedPage) => {
    await card();
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Recipient' }).disabled).toBe(false),
    );
    await page.user.click(screen.getByRole('button', { name: 'Recipient' }));
    return dialogOf('Add Recipient');
  };
  const OTHER = buildRecipient({ id: 'm2', email: `other@${DOMAIN}`, rules: [] });

  it('suggests the url name with a random suffix, and appends what was saved', {
    tags: ['spec:ingest-suggested', 'spec:ingest-append', 'spec:ingest-toasts'],
  }, async () => {
    const page = open({ SaveRecipient: () => saved('save_emailrecipient', OTHER) });
    const asked = await dialog(page);
    const suggested = asked.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value;
    expect(suggested).toMatch(/^acme-[a-z\d]{8}@ingest\.example$/);
    await page.user.click(asked.getByRole('button', { name: 'Save' }));
    await screen.findByText('Successfully saved recipient');
    await card(OTHER.email);
    expect(page.sent('SaveRecipient')).toEqual([{ newRecipient: suggested }]);
    expect(
      screen
        .getAllByRole('listitem')
        .map((item) => item.getAttribute('aria-label'))
        .filter(Boolean),
    ).toEqual([EMAIL, OTHER.email]);
  });

  it.each([
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    ['acme', `The domain must be @${DOMAIN}`],
    ['acme@evil.example', `The domain must be @${DOMAIN}`],
    [`acme@evil.${DOMAIN}`, `The domain must be @${DOMAIN}`],
    [`a@b@${DOMAIN}`, `The domain must be @${DOMAIN}`],
    [`a b@${DOMAIN}`, 'The email is invalid'],
    [`.a@${DOMAIN}`, 'The email is invalid'],
  ])('refuses %j: %s', { tags: 'spec:ingest-recipient' }, async (text, problem) => {
    const page = open();
    const asked = await dialog(page);
    enter(asked.getByRole('textbox', { name: 'Email' }), text);
    await page.user.click(asked.getByRole('button', { name: 'Save' }));
    await asked.findByText(problem);
    expect(page.sent('SaveRecipient')).toEqual([]);
  });

  it('shows why the server refused it, and keeps the text', { tags: 'spec:ingest-recipient-exists' }, async () => {
    const text = 'The introduced email already exists.';
    const page = open({ SaveRecipient: () => refused('save_emailrecipient', 'RecipientAlreadyExistsError', text) });
    const asked = await dialog(page);
    enter(asked.getByRole('textbox', { name: 'Email' }), EMAIL);
    await page.user.click(asked.getByRole('button', { name: 'Save' }));
    await screen.findByText(text);
    expect(asked.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe(EMAIL);
  });
});

describe('a recipient', () => {
  const rename = async (page: RenderedPage, text: string): Promise<HTMLElement> => {
    await page.user.click(within(await card()).getByRole('button', { name: 'Edit email' }));
    const field = screen.getByRole('textbox', { name: 'New email' });
    enter(field, text);
    fireEvent.keyDown(field, { key: 'Enter' });
    return field;
  };

  it('a recipient is renamed where its email stands', {
    tags: ['spec:ingest-cards', 'spec:ingest-toasts'],
  }, async () => {
    const renamed = buildRecipient({ email: `new@${DOMAIN}` });
    const page = open({ SaveRecipient: () => saved('save_emailrecipient', renamed) });
    await rename(page, renamed.email);
    await screen.findByText('Recipient updated successfully');
    await card(renamed.email);
    expect(page.sent('SaveRecipient')).toEqual([{ recipient: EMAIL, newRecipient: renamed.email }]);
  });

  it('a recipient is not checked again for the same email', { tags: 'spec:ingest-same-value' }, async () => {
    const foreign = buildRecipient({ email: 'acme@former.example' });
    const page = open(listOf(foreign));
    await page.user.click(within(await card(foreign.email)).getByRole('button', { name: 'Edit email' }));
    const field = screen.getByRole('textbox', { name: 'New email' });
    expect(screen.queryByText(`The domain must be @${DOMAIN}`)).toBeNull();
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'New email' })).toBeNull());
    expect(page.sent('SaveRecipient')).toEqual([]);
  });

  it('says "Error updating recipient" when the change failed, and keeps the text', {
    tags: 'spec:ingest-toasts',
  }, async () => {
    const page = open({ SaveRecipient: () => new Error('The database is away.') });
    await rename(page, `new@${DOMAIN}`);
    await screen.findByText('Error updating recipient');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'New email' }).value).toBe(`new@${DOMAIN}`);
  });

  it('a recipient is deleted when "delete" was typed', {
    tags: ['spec:ingest-delete', 'spec:ingest-toasts'],
  }, async () => {
    const page = open({ SaveRecipient: () => saved('save_emailrecipient', buildRecipient()) });
    await page.user.click(within(await card()).getByRole('button', { name: `Delete ${EMAIL}` }));
    const asked = await dialogOf('Delete Recipient');
    const confirm = asked.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    expect(confirm.disabled).toBe(true);
    enter(asked.getByRole('textbox'), 'delete');
    await page.user.click(confirm);
    await screen.findByText('Recipient deleted successfully');
    expect(page.sent('SaveRecipient')).toEqual([{ recipient: EMAIL, deactivate: true }]);
    await waitFor(() => expect(screen.queryByRole('listitem', { name: EMAIL })).toBeNull());
  });
});

describe('a rule', () => {
  const RULES = [buildRule(), buildRule({ id: 'r2', path: 'rest', senderGlob: null, matchOrder: 1 })];
  const answer = (rules: readonly Rule[]) => () => saved('save_emailmatch', buildRecipient({ rules: [...rules] }));
  const paths = async (): Promise<(string | null | undefined)[]> =>
    within(await card())
      .getAllByRole('row')
      .slice(1)
      .map((row) => cells(row)[2]);

  it('a rule is added with patterns that are each a glob or a regular expression', {
    tags: ['spec:ingest-rule-dialogs', 'spec:ingest-rule-patterns', 'spec:ingest-toasts'],
  }, async () => {
    const page = open({ SaveRule: answer(RULES) });
    await page.user.click(within(await card()).getByRole('button', { name: `Add rule to ${EMAIL}` }));
    const asked = await dialogOf('Add Rule');
    enter(asked.getByRole('textbox', { name: 'Sender' }), '@partner\\.example$');
    await page.user.selectOptions(asked.getByRole('combobox', { name: 'Kind of sender' }), 'regex');
    enter(asked.getByRole('textbox', { name: 'Subject' }), 'Daily*');
    enter(asked.getByRole('textbox', { name: /Destination/ }), ' rest ');
    await page.user.click(asked.getByRole('button', { name: 'Save' }));
    await screen.findByText('Successfully updated rules for recipient');
    expect(page.sent('SaveRule')).toEqual([
      {
        recipient: EMAIL,
        rule: {
          senderGlob: null,
          senderRegex: '@partner\\.example$',
          subjectGlob: 'Daily*',
          subjectRegex: null,
          path: 'rest',
        },
      },
    ]);
    expect(await paths()).toEqual(['partner/daily', 'rest']);
  });

  it.each([
    ['InvalidRegexError', 'Invalid regex.', 'senderRegex', 'Sender'],
    // The server may know of more than the form does.
    ['InvalidPathError', 'The path must be an S3 valid path.', 'path', /Destination/],
  ] as const)('shows an %s at its field', { tags: 'spec:ingest-rule-errors' }, async (type, text, field, label) => {
    const page = open({ SaveRule: () => refused('save_emailmatch', type, text, field) });
    await page.user.click(within(await card()).getByRole('button', { name: 'Edit rule 1' }));
    const asked = await dialogOf('Edit Rule');
    await page.user.click(asked.getByRole('button', { name: 'Save' }));
    await asked.findByText(text);
    expect(asked.getByRole('textbox', { name: label }).getAttribute('aria-invalid')).toBe('true');
  });

  it.each(['', '../up', 'a//b', '/a', 'a b'])(
    'refuses the path %j',
    { tags: 'spec:ingest-rule-path' },
    async (path) => {
      const page = open();
      await page.user.click(within(await card()).getByRole('button', { name: `Add rule to ${EMAIL}` }));
      const asked = await dialogOf('Add Rule');
      enter(asked.getByRole('textbox', { name: /Destination/ }), path);
      await page.user.click(asked.getByRole('button', { name: 'Save' }));
      await asked.findByText('The path must be an S3 valid path.');
      expect(page.sent('SaveRule')).toEqual([]);
    },
  );

  it('a rule is tested on the newest mails, and its outcome goes once it is changed', {
    tags: 'proof:rule-test-shown',
  }, async () => {
    const mail = { __typename: 'ReceivedMail', id: 'm1', subject: 'Daily 7', sender: 'ads@partner.example' };
    const page = open({
      TestRule: ({ rule }) => ({
        test_emailmatch:
          rule !== null && typeof rule === 'object' && Reflect.get(rule, 'senderRegex') === '('
            ? { __typename: 'InvalidRegexError', field: 'senderRegex', problem: 'Invalid regex.' }
            : { __typename: 'EmailRuleTest', tested: 100, count: 7, taken: 2, mails: [mail] },
      }),
    });
    await page.user.click(within(await card()).getByRole('button', { name: 'Edit rule 1' }));
    const asked = await dialogOf('Edit Rule');
    await page.user.click(asked.getByRole('button', { name: 'Test on the last 100 mails' }));
    await asked.findByText('Fits 7 of 100 mails. An earlier rule takes 2 of them.');
    asked.getByText('Daily 7, ads@partner.example');
    expect(page.sent('TestRule')).toMatchObject([
      { recipient: EMAIL, id: 'r1', rule: { senderGlob: '*@partner.example' } },
    ]);
    enter(asked.getByRole('textbox', { name: 'Sender' }), '(');
    expect(asked.queryByText(/Fits 7/)).toBeNull();
    await page.user.selectOptions(asked.getByRole('combobox', { name: 'Kind of sender' }), 'regex');
    await page.user.click(asked.getByRole('button', { name: 'Test on the last 100 mails' }));
    await asked.findByText('Invalid regex.');
  });

  it('a rule is moved by its buttons and by dragging', { tags: 'spec:ingest-cards' }, async () => {
    const page = open({ ...listOf(buildRecipient({ rules: RULES })), SaveRule: answer([...RULES].reverse()) });
    const row = async (place: number): Promise<HTMLElement> =>
      within(await card()).getAllByRole('row')[place] as HTMLElement;
    await page.user.click(within(await row(1)).getByRole('button', { name: 'Move rule 1 down' }));
    await waitFor(async () => expect(await paths()).toEqual(['rest', 'partner/daily']));
    fireEvent.dragStart(await row(1), { dataTransfer: { setData: () => undefined } });
    fireEvent.dragOver(await row(2));
    fireEvent.drop(await row(2));
    await waitFor(() => expect(page.sent('SaveRule')).toHaveLength(2));
    expect(page.sent('SaveRule')).toEqual([
      { recipient: EMAIL, id: 'r1', rule: { newIndex: 1 } },
      { recipient: EMAIL, id: 'r2', rule: { newIndex: 1 } },
    ]);
  });

  it('a rule is deleted after a question', { tags: 'spec:ingest-rule-dialogs' }, async () => {
    const page = open({ SaveRule: answer([]) });
    await page.user.click(within(await card()).getByRole('button', { name: 'Delete rule 1' }));
    await page.user.click((await dialogOf('Delete Rule')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Successfully updated rules for recipient');
    expect(page.sent('SaveRule')).toEqual([{ recipient: EMAIL, id: 'r1', deactivate: true }]);
    within(await card()).getByText(/No Rules/);
  });
});
