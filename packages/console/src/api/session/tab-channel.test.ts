import { expect, it } from 'vitest';
import { openTabChannel } from './tab-channel.ts';

it('notifies the other tabs, and not its own, when the person signs out', async () => {
  const notified: string[] = [];
  const first = openTabChannel(() => notified.push('first'));
  const reached = new Promise<void>((resolve) => {
    const second = openTabChannel(() => {
      notified.push('second');
      second.close();
      resolve();
    });
  });
  first.announceSignOut();
  await reached;
  first.close();
  expect(notified).toEqual(['second']);
});
