import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noteServerRelease } from '../../lib/release.ts';
import { BrokenScreen } from '../../ui/feedback/broken-screen.tsx';
import { Heartbeat } from './heartbeat.tsx';

it('offers to reload once the server has another build, on every screen and where a part is gone', async () => {
  render(
    <MantineProvider env="test">
      <Heartbeat check={async () => 'ok'} reload={() => undefined}>
        <BrokenScreen />
      </Heartbeat>
    </MantineProvider>,
  );
  await act(async () => {
    noteServerRelease('index-a', 'index-a');
    noteServerRelease(null, 'index-a');
    noteServerRelease('index-b', '');
  });
  screen.getByText('Uh-oh! Something went wrong.');
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  act(() => noteServerRelease('index-b', 'index-a'));
  expect(screen.getAllByText(/A new version is installed\./)).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Reload' })).toHaveLength(2);
  // The installation goes back to the build before.
  act(() => noteServerRelease('index-a', 'index-a'));
  expect(screen.queryByText(/A new version is installed\./)).toBeNull();
});
