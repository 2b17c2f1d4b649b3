import { SANDBOX_PARTS, type Sandbox } from '@switchboard/connectors';
import { expect, test } from 'vitest';
import { checkSandbox, sandboxShortage } from './check-sandbox.ts';

const WHOLE: Sandbox = {
  parts: new Set(SANDBOX_PARTS),
  reason: '',
  kind: 'launcher',
  prefix: [],
  ownUser: true,
  limits: true,
};
const PART: Sandbox = { ...WHOLE, parts: new Set(['network', 'privileges']), reason: 'Operation not permitted' };

test('the start names each missing part of the sandbox, and goes on', () => {
  const said: string[] = [];
  checkSandbox('best-effort', (text) => said.push(text), PART);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('a user of its own, files of its own, processes of its own, a filter of kernel calls');
  expect(said[0]).toContain('Operation not permitted');
});

test('the start is refused where the sandbox is required and a part of it is missing', () => {
  expect(() => checkSandbox('required', () => undefined, PART)).toThrow('SANDBOX is required.');
});

test('the start says nothing of a whole sandbox', () => {
  expect(sandboxShortage(WHOLE)).toBeNull();
  expect(() => checkSandbox('required', () => expect.unreachable(), WHOLE)).not.toThrow();
});
