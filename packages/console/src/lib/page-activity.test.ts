import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { beginWork, trackWork } from './page-activity.ts';

const isIdle = (): boolean => document.documentElement.hasAttribute('data-idle');

it('says that the page is idle once every work has ended and its outcome is drawn', async () => {
  const [endFirst, endSecond] = [beginWork(), beginWork()];
  expect(isIdle()).toBe(false);
  endFirst();
  // A second end of the same work does not end the other one.
  endFirst();
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(isIdle()).toBe(false);
  endSecond();
  expect(isIdle()).toBe(false);
  await waitFor(() => expect(isIdle()).toBe(true));
});

it('ends a work that fails, and is not idle while another has begun', async () => {
  await expect(trackWork(Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  const end = beginWork();
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(isIdle()).toBe(false);
  end();
  await waitFor(() => expect(isIdle()).toBe(true));
});
