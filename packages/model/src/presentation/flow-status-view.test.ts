import { expect, it } from 'vitest';
import { flowStatusView } from './flow-status-view.ts';

it.each([
  ['SINKING', 'Uploading', 'completed'],
  ['SOURCING', 'Downloading', 'inactive'],
  ['STARTED', 'Processing', 'working'],
  ['STOPPED', 'Completed', 'completed'],
  ['FATAL', 'Error', 'error'],
  ['PENDING', 'Queued', 'inactive'],
  ['skipped', 'Skipped', 'skipped'],
  ['succeeded', 'Completed', 'completed'],
  ['failed', 'Failed', 'error'],
])(
  '"Tooltips": %s "%s", drawn as %s',
  {
    tags: ['spec:flow-tooltips', 'spec:flow-inactive', 'spec:flow-completed'],
  },
  (status, label, tone) => {
    expect(flowStatusView(status)).toEqual({ label, tone });
  },
);

it('shows an unknown status as it is', () => {
  expect(flowStatusView('NEWER')).toEqual({ label: 'NEWER', tone: 'inactive' });
});
