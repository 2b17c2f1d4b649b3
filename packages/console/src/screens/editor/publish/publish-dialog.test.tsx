import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DRAFT_HEAD } from '../../../../test/build-changelist.ts';
import { buildDifference } from '../../../../test/build-test-run.ts';
import { type RenderedPage, renderPage } from '../../../../test/render-page.tsx';
import { DraftFiles } from '../draft/draft-files.ts';
import { PublishDialog } from './publish-dialog.tsx';

function Harness({ files, title = DRAFT_HEAD.description }: { readonly files: DraftFiles; readonly title?: string }) {
  const [outcome, setOutcome] = useState('open');
  return (
    <>
      <p>{outcome}</p>
      {outcome === 'open' && (
        <PublishDialog
          head={{ ...DRAFT_HEAD, description: title }}
          files={files}
          onClose={() => setOutcome('closed')}
          onPublish={(renamed) => setOutcome(renamed === null ? 'published' : `published as ${renamed}`)}
        />
      )}
    </>
  );
}

type Answer = (variables: Readonly<Record<string, unknown>>) => unknown;
function open(impact: Answer, rows: Answer = () => new Error('No rows.'), title?: string): RenderedPage {
  const files = new DraftFiles([{ id: 'f1', path: 'a.sbs', hash: 'h1' }]);
  files.load([{ path: 'a.sbs', text: 'old' }]);
  files.edit('a.sbs', 'new');
  return renderPage({
    element: <Harness files={files} {...(title === undefined ? {} : { title })} />,
    answers: { PreviewPublish: impact, PreviewPublishRows: rows },
  });
}
const column = (name: string, type: string) => ({ __typename: 'DifferentColumn', name, type });
const upload = (name: string, more: object = {}) => ({
  __typename: 'PublishedUploadChange',
  name,
  change: 'changed',
  destination: `file · ${name}.csv`,
  aspects: ['query'],
  rows_may_change: true,
  columns_added: [],
  columns_removed: [],
  columns_retyped: [],
  ...more,
});
const impact = (uploads: readonly object[], more: object = {}) => ({
  preview_publish: { __typename: 'PublishImpact', published_id: 'p1', unchanged: 3, uploads, schedules: [], ...more },
});
const compared = (name: string) => ({
  preview_publish_rows: {
    __typename: 'PublishedRows',
    upload: name,
    report_datetime: {
      __typename: 'ReportDatetime',
      iso: '2026-11-19T00:00:00.000Z',
      long_utc: 'November 19, 2026 UTC',
    },
    milliseconds: 1200,
    difference: buildDifference(),
  },
});
const report = () => screen.findByRole('region', { name: 'What changes' });
const publish = (page: RenderedPage) => page.user.click(screen.getByRole('button', { name: 'Publish now' }));

it('lists uploads with their columns, and schedules', async () => {
  const page = open(() =>
    impact(
      [
        upload('daily', {
          aspects: ['query', 'download ads'],
          rows_may_change: false,
          columns_added: [column('mark', 'string')],
          columns_removed: [column('day', 'date')],
          columns_retyped: [{ __typename: 'RetypedColumn', name: 'clicks', before: 'integer', after: 'float' }],
        }),
        upload('fresh', { change: 'added', rows_may_change: false, aspects: [] }),
        upload('gone', { change: 'removed', rows_may_change: false, aspects: [] }),
      ],
      {
        schedules: [
          {
            __typename: 'PublishedScheduleChange',
            name: 'ads',
            change: 'changed',
            before: 'daily at 06:00 UTC',
            after: 'daily at 07:00 UTC',
          },
        ],
      },
    ),
  );
  const changes = within(await report());
  await changes.findByText('1 upload added, 1 upload changed, 1 upload removed; 3 stay as they are.');
  expect(changes.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'changeddailyquery, download ads+ mark string− day date~ clicks integer → floatIts rows stay as they are.',
    '+ mark string',
    '− day date',
    '~ clicks integer → float',
    'addedfreshfile · fresh.csv',
    'removedgonefile · gone.csv',
    'changedadsdaily at 06:00 UTC → daily at 07:00 UTC',
  ]);
  expect(page.requests.map(({ variables }) => variables)).toEqual([
    { id: 'c1', version: 4, files: [{ path: 'a.sbs', text: 'new' }] },
  ]);
});

it('compares the rows of one upload after the other, and shows those that differ', async () => {
  const first = Promise.withResolvers<unknown>();
  const page = open(
    () => impact([upload('daily'), upload('weekly')]),
    ({ upload: name }) => (name === 'daily' ? first.promise : new Error('The database is away.')),
  );
  const daily = within(await screen.findByRole('listitem', { name: 'daily' }));
  const weekly = within(await screen.findByRole('listitem', { name: 'weekly' }));
  await daily.findByText("Computing the newest report date's rows…");
  weekly.getByText('Rows: waiting for the uploads before it');
  first.resolve(compared('daily'));
  await daily.findByText(/^Rows: /);
  daily.getByText('1.2 s');
  await weekly.findByText('Rows not compared');
  weekly.getByText('The database is away.');
  await page.user.click(daily.getByRole('button', { name: 'Show rows of daily' }));
  daily.getByText(/in the draft, .* in production/);
  daily.getByRole('region', { name: 'Differences of daily' });
  await page.user.click(weekly.getByRole('button', { name: 'Retry weekly' }));
  await weekly.findByText('Rows not compared');
  expect(page.sent('PreviewPublishRows').map(({ upload: name }) => name)).toEqual(['daily', 'weekly', 'weekly']);
});

it('compares the first uploads by itself, and the others when asked', async () => {
  const names = Array.from({ length: 11 }, (_, index) => `u${index}`);
  const page = open(
    () => impact(names.map((name) => upload(name))),
    ({ upload: name }) => compared(String(name)),
  );
  const last = within(await screen.findByRole('listitem', { name: 'u10' }));
  await page.user.click(await last.findByRole('button', { name: 'Compare rows of u10' }));
  await last.findByText(/^Rows: /);
  expect(page.requests).toHaveLength(12);
});

it('a draft can be published while the changes are computed, and when that fails', async () => {
  const slow = open(() => new Promise(() => undefined));
  expect((await report()).getAttribute('aria-busy')).toBe('true');
  await publish(slow);
  screen.getByText('published');
  slow.unmount();
  let isDown = true;
  const failing = open(() => (isDown ? new Error('The database is away.') : impact([])));
  await screen.findByText('What changes could not be computed. You can publish nevertheless.');
  screen.getByText('The database is away.');
  isDown = false;
  await failing.user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Nothing changes: all uploads and schedules stay as they are.');
  await failing.user.click(screen.getByRole('button', { name: 'Cancel' }));
  screen.getByText('closed');
});

it('says that nothing is published yet', async () => {
  open(() =>
    impact([upload('daily', { change: 'added', rows_may_change: false })], { published_id: null, unchanged: 0 }),
  );
  await screen.findByText('Nothing is published yet: 1 upload added.');
});

const failure = (reason: string, more: object = {}) => ({
  preview_publish_rows: {
    __typename: 'PreviewFailure',
    reason,
    declaration: 'orders',
    path: 'shop/orders.sbs',
    line: 3,
    message: 'Column channel not found in orders_2026-11-26.csv.',
    ...more,
  },
});

it.each(['query', 'files', 'invalid'])(
  'says in red which declaration will fail by %s, and offers to publish anyway',
  async (reason) => {
    const page = open(
      () => impact([upload('daily')]),
      () => failure(reason),
    );
    const verdict = within(await screen.findByRole('alert'));
    verdict.getByText('Will fail: orders fails on the next report.');
    expect(verdict.getByRole('listitem').textContent).toBe(
      'orders (shop/orders.sbs:3): Column channel not found in orders_2026-11-26.csv. The upload daily gets no rows.',
    );
    expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull();
    const anyway = screen.getByRole('button', { name: 'Publish anyway' });
    expect(anyway.getAttribute('data-variant')).toBe('default');
    await page.user.click(anyway);
    screen.getByText('published');
  },
);

it('does not say that rows will fail which could not be compared now', async () => {
  open(
    () => impact([upload('daily')]),
    () => failure('busy', { message: 'Too many previews run.' }),
  );
  await screen.findByText('Rows not compared');
  await screen.findByText('Changes data: compare what differs before you publish.');
  screen.getByRole('button', { name: 'Publish now' });
});

it('says that publishing is safe when no row, column or schedule changes', async () => {
  open(() => impact([upload('daily', { rows_may_change: false })]));
  await screen.findByText('Safe: the rows of all compared uploads stay the same.');
});

it('says that data change when rows differ, or an upload is added or removed', async () => {
  const differing = open(
    () => impact([upload('daily')]),
    () => compared('daily'),
  );
  await screen.findByText('Changes data: compare what differs before you publish.');
  differing.unmount();
  open(() => impact([upload('gone', { change: 'removed', rows_may_change: false })]));
  await screen.findByText('Changes data: compare what differs before you publish.');
});

it.each(['New Draft', 'Version Created on Firefox'])('asks for a title in place of "%s"', async (title) => {
  const page = open(() => impact([]), undefined, title);
  const field = await screen.findByRole('textbox', { name: /^Title/ });
  await publish(page);
  await screen.findByText('Write a title that says what changes.');
  await page.user.type(field, 'New Draft');
  await publish(page);
  await screen.findByText('Write a title that says what changes.');
  await page.user.clear(field);
  await page.user.type(field, ' Orders by channel ');
  await publish(page);
  screen.getByText('published as Orders by channel');
});
