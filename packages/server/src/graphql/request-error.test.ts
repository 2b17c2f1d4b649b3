import { expect, test } from 'vitest';
import { shortMessage } from './request-error.ts';

test('keeps a message of ordinary length', () => {
  expect(shortMessage('a'.repeat(2_000))).toBe('a'.repeat(2_000));
});

test('cuts the middle of a message that repeats a long value, and keeps its beginning and its end', () => {
  const message = shortMessage(`kind must be download, not ${'😀'.repeat(300_000)}. Choose one of them.`);
  expect(message.length).toBeLessThanOrEqual(2_000);
  expect(message).toMatch(/^kind must be download, not 😀+ … 😀+\. Choose one of them\.$/u);
  expect(message.isWellFormed()).toBe(true);
});
