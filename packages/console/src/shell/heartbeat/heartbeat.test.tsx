import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Health } from '../../api/live/health.ts';
import { pause } from '../../api/live/pause.ts';
import { SpecForm } from '../../ui/form/spec-form.tsx';
import { Heartbeat } from './heartbeat.tsx';

/** "A health check every 10 s expects "ok"; otherwise a fallback screen shows." */
const INTERVAL = 10_000;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 20, 31) });
});
afterEach(() => {
  vi.useRealTimers();
});

async function renderHeartbeat(first: Health = 'ok') {
  const server: { health: Health; checks: number; reloads: number } = { health: first, checks: 0, reloads: 0 };
  const check = async (): Promise<Health> => {
    server.checks += 1;
    return server.health;
  };
  const reload = (): void => {
    server.reloads += 1;
  };
  render(
    <MantineProvider env="test">
      <Heartbeat check={check} reload={reload}>
        <MemoryRouter>
          <SpecForm
            spec={{ fields: [{ name: 'comment', label: 'Comment', kind: 'text' }] }}
            submitLabel="Save"
            onSubmit={async () => []}
          />
        </MemoryRouter>
      </Heartbeat>
    </MantineProvider>,
  );
  const beat = (): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(INTERVAL)));
  await act(async () => void (await vi.advanceTimersByTimeAsync(0)));
  return { server, beat };
}

const comment = (): HTMLInputElement => screen.getByLabelText<HTMLInputElement>('Comment');

it('checks the health every 10 s', { tags: 'spec:session-health-check' }, async () => {
  const { server, beat } = await renderHeartbeat();
  await beat();
  await beat();
  expect(server.checks).toBe(3);
  expect(screen.getByRole('status').textContent).toBe('');
});

it('keeps a half-filled form through a network gap and says of when the data are', async () => {
  const { server, beat } = await renderHeartbeat();
  fireEvent.change(comment(), { target: { value: 'half a sen' } });
  server.health = 'unreachable';
  await beat();
  expect(screen.getByRole('status').textContent).toBe('Offline since 20:31, showing data of 20:31');
  expect(screen.queryByRole('dialog')).toBeNull();
  await beat();
  expect(screen.getByRole('dialog', { name: 'Switchboard cannot be reached' })).toBeDefined();
  for (let minute = 0; minute < 4; minute += 1) await beat();
  server.health = 'ok';
  await beat();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('');
  expect(comment().value).toBe('half a sen');
});

it('shows the data beneath until the next outage', async () => {
  const { server, beat } = await renderHeartbeat();
  server.health = 'unreachable';
  await beat();
  await beat();
  const show = screen.getByRole('button', { name: 'Show the data of 20:31' });
  expect(document.activeElement).toBe(show);
  fireEvent.click(show);
  expect(screen.queryByRole('dialog')).toBeNull();
  await beat();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('status').textContent).toMatch(/^Offline since 20:31/);
  server.health = 'ok';
  await beat();
  server.health = 'unreachable';
  await beat();
  await beat();
  expect(screen.getByRole('dialog')).toBeDefined();
});

it('shows the maintenance screen and refreshes when the maintenance ends', {
  tags: 'spec:maintenance-screen',
}, async () => {
  const { server, beat } = await renderHeartbeat();
  server.health = 'maintenance';
  await beat();
  const page = screen.getByRole('dialog', { name: 'Switchboard will be back soon' });
  expect(page.textContent).toContain('We are upgrading Switchboard.');
  expect(server.reloads).toBe(0);
  server.health = 'ok';
  await beat();
  expect(server.reloads).toBe(1);
});

it('the page does not refresh while a form has unsaved input', async () => {
  const { server, beat } = await renderHeartbeat();
  fireEvent.change(comment(), { target: { value: 'unsaved' } });
  server.health = 'maintenance';
  await beat();
  server.health = 'ok';
  await beat();
  expect(server.reloads).toBe(0);
  expect(comment().value).toBe('unsaved');
});

it('checks at once when the network goes', async () => {
  const { server } = await renderHeartbeat();
  server.health = 'unreachable';
  await act(async () => {
    window.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(screen.getByRole('status').textContent).toMatch(/^Offline since/);
});

it('says when a request that the server had no room for is sent again', async () => {
  await renderHeartbeat();
  let isOver = false;
  let waiting: Promise<void> | undefined;
  act(() => {
    waiting = pause(30, null).then(() => {
      isOver = true;
    });
  });
  expect(screen.getByRole('status').textContent).toBe('Too many requests. Trying again in 30 s');
  expect(isOver).toBe(false);
  await act(async () => {
    await vi.advanceTimersByTimeAsync(30_000);
    await waiting;
  });
  expect(screen.getByRole('status').textContent).toBe('');
  expect(isOver).toBe(true);
});
