import type { Page } from 'playwright-core';
import type { ScreenState } from './screen-state.ts';

/** A canvas is drawn, or a narrow screen shows the list in its place. */
const drawn = async (page: Page): Promise<void> => {
  await page.locator('#main :is(canvas[data-nodes], canvas[data-bars], [data-row-id])').first().waitFor();
};

const drawnWithUpload = async (page: Page): Promise<void> => {
  await drawn(page);
  await page.locator('#main :is([data-bar], [data-row-id])').first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
};

/** The graph and the timeline once they are drawn, with what opens beside them. */
export const PIPELINE_STATES: readonly ScreenState[] = [
  { name: 'pipeline-graph-drawn', path: 'pipeline/graph', shows: 'Asset graph', prepare: drawn },
  {
    name: 'pipeline-graph-asset',
    path: 'pipeline/graph?groupBy=none&asset=upload%3Arevenue_daily',
    shows: 'Made from',
    prepare: drawn,
  },
  { name: 'pipeline-graph-list', path: 'pipeline/graph?view=list&status=Notice' },
  { name: 'pipeline-timeline-drawn', path: 'pipeline/timeline', shows: 'Timeline', prepare: drawn },
  {
    name: 'pipeline-timeline-date',
    path: 'pipeline/timeline?by=report_date',
    shows: 'Timeline',
    prepare: drawnWithUpload,
  },
  { name: 'pipeline-timeline-list', path: 'pipeline/timeline?view=list' },
];
