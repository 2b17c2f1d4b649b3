import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildDownloads, buildUploads } from '../../../test/build-rows.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { LateWatchers } from './late-watchers.tsx';

it('counts the incidents of production for the navigation', async () => {
  const counts: number[] = [];
  const nodes = ['production', 'backfill', 'production', 'proof'].map((purpose, index) => ({
    __typename: 'Incident',
    id: `i${index}`,
    purpose,
  }));
  const page = renderPage({
    path: 'events',
    element: <LateWatchers onIncidents={(count) => counts.push(count)} />,
    answers: {
      Failures: () => ({ ...buildDownloads(), ...buildUploads() }),
      IncidentCount: () => ({
        incidents: {
          __typename: 'IncidentConnection',
          nodes,
          pageInfo: { __typename: 'PageInfo', hasNextPage: false },
        },
      }),
    },
  });
  await waitFor(() => expect(counts.at(-1)).toBe(2));
  expect(page.sent('IncidentCount')[0]).toEqual({ account: 'acme' });
});
