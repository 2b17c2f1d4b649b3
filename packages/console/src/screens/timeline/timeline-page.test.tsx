import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildUnit } from '../../../test/build-unit.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { renderPage } from '../../../test/render-page.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const UNITS = [
  buildUnit({ id: 'd1', name: 'orders', queued: NOW - 60 * MINUTE }),
  buildUnit({
    ...{ id: 'd2', name: 'sites', queued: NOW - 50 * MINUTE, status: 'failed', attempts: 2 },
    failures: [{ at: NOW - 48 * MINUTE, message: 'sites: the source answered 503.' }],
  }),
  buildUnit({ id: 'u1', kind: 'upload', name: 'daily', queued: NOW - 40 * MINUTE, flow_id: 'f1', is_late: true }),
];
const answers = (units: readonly object[], more: Answers = {}): Answers => ({
  Timeline: () => ({ timeline: { __typename: 'Timeline', now: NOW, has_more: false, units } }),
  CriticalPath: () => ({
    critical_path: {
      __typename: 'CriticalPath',
      steps: ['download orders', 'flow daily', 'upload daily'].map((step, at) => ({
        __typename: 'CriticalPathStep',
        id: ['d1', 'f1', 'u1'][at],
        kind: step.split(' ')[0],
        name: step.split(' ')[1],
        status: 'completed',
        waited_from: NOW,
        started: NOW,
        finished: NOW,
        waited: MINUTE,
        ran: 4 * MINUTE,
      })),
    },
  }),
  ...more,
});
const DAY = 'pipeline/timeline?view=list&day=2026-11-20';
const shown = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('[data-row-id]')].map((row) => row.dataset['rowId']);

describe('the timeline', () => {
  it('lists the work of a day with when it waited and ran', async () => {
    const page = renderPage({ path: DAY, answers: answers(UNITS) });
    await waitFor(() => expect(shown()).toEqual(['d1', 'd2', 'u1']));
    const [sites] = [...document.querySelectorAll<HTMLElement>('[data-row-id="d2"]')];
    if (sites === undefined) throw new Error('sites is not shown.');
    within(sites).getByText('Failed');
    within(sites).getByText('1 min');
    within(sites).getByText('4 min');
    const { variables } = page.requests.find(({ operation }) => operation === 'Timeline') ?? { variables: {} };
    const { start, end } = variables as { start: string; end: string };
    expect((Date.parse(end) - Date.parse(start)) / (60 * MINUTE)).toBe(24);
  });

  it('shows only one state, and all again', async () => {
    const page = renderPage({ path: DAY, answers: answers(UNITS) });
    await waitFor(() => expect(shown()).toHaveLength(3));
    await page.user.click(screen.getByRole('button', { name: '1 Late' }));
    await waitFor(() => expect(shown()).toEqual(['u1']));
    expect(page.path()).toBe(`${DAY}&state=late`);
    await page.user.click(screen.getByRole('button', { name: '1 Late' }));
    await waitFor(() => expect(shown()).toHaveLength(3));
  });

  it('opens an upload with its critical path, whose download stays shown', async () => {
    const page = renderPage({ path: `${DAY}&state=late&unit=u1`, answers: answers(UNITS) });
    const drawer = within(await screen.findByRole('dialog', { name: 'daily' }));
    const steps = within(await drawer.findByRole('list', { name: 'Critical path' })).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Download orderswaited 1 min · ran 4 min',
      'Processing of dailywaited 1 min · ran 4 min',
      'Upload dailywaited 1 min · ran 4 min',
    ]);
    await waitFor(() => expect(shown()).toEqual(['d1', 'u1']));
    expect(drawer.getByRole('link', { name: 'Open upload' }).getAttribute('href')).toBe(
      '/app/acme/uploads/list?selectedUploadId=u1&selectedUploadName=daily',
    );
    await page.user.click(drawer.getByRole('button', { name: 'Close' }));
    expect(page.path()).toBe(`${DAY}&state=late`);
  });

  it('lists the failed attempts of a download', async () => {
    renderPage({ path: `${DAY}&unit=d2`, answers: answers(UNITS) });
    const drawer = within(await screen.findByRole('dialog', { name: 'sites' }));
    const [failed] = within(drawer.getByRole('list', { name: 'Failed attempts' })).getAllByRole('listitem');
    expect(failed?.textContent).toContain('sites: the source answered 503.');
    expect(drawer.queryByRole('list', { name: 'Critical path' })).toBeNull();
  });

  it('goes to the day before and back, and asks for report dates by their date', async () => {
    const page = renderPage({
      path: 'pipeline/timeline?view=list&by=report_date&day=2026-11-19',
      answers: answers(UNITS),
    });
    await waitFor(() => expect(shown()).toHaveLength(3));
    await page.user.click(screen.getByRole('button', { name: 'Previous day' }));
    await waitFor(() =>
      expect(page.requests.findLast(({ operation }) => operation === 'Timeline')?.variables).toEqual({
        report_date: '2026-11-18',
      }),
    );
    expect(page.path()).toBe('pipeline/timeline?view=list&by=report_date&day=2026-11-18');
  });

  it('says that nothing ran, and that filters leave nothing', async () => {
    renderPage({ path: DAY, answers: answers([]) });
    await screen.findByText('Nothing ran on this day');
  });

  it('offers to remove filters that leave nothing', async () => {
    const page = renderPage({ path: `${DAY}&search=nothing`, answers: answers(UNITS) });
    await page.user.click(await screen.findByRole('button', { name: 'Clear all filters' }));
    await waitFor(() => expect(shown()).toHaveLength(3));
  });
});
