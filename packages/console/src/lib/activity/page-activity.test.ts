// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setBusy, trackWork } from './page-activity.ts';

const isIdle = (): boolean => document.documentElement.hasAttribute('data-idle');
const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);

it('says that the page is idle once every work has ended and its outcome is drawn', async () => {
  setBusy('first', true);
  setBusy('second', true);
  expect(isIdle()).toBe(false);
  setBusy('first', false);
  // A second end of the same work does not end the other one.
  setBusy('first', false);
  for (let frame = 0; frame < 3; frame += 1) await nextFrame();
  expect(isIdle()).toBe(false);
  setBusy('second', false);
  expect(isIdle()).toBe(false);
  await waitFor(() => expect(isIdle()).toBe(true));
});

it('ends a work that fails, and is not idle while another has begun', async () => {
  await expect(trackWork(Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  setBusy('other', true);
  for (let frame = 0; frame < 3; frame += 1) await nextFrame();
  expect(isIdle()).toBe(false);
  setBusy('other', false);
  await waitFor(() => expect(isIdle()).toBe(true));
});
