import { expect, test } from 'vitest';
import { isErrorName, saysError } from './error-member.ts';

const NONE = [
  'null',
  'false',
  '0',
  '0.0',
  '""',
  '" "',
  '"0"',
  '"none"',
  '"OK"',
  '"No error"',
  '"no_errors"',
  '[]',
  '{}',
];
const DEEP = ['[null]', '[{}]', '{"count":0}', '{"count":0,"items":[]}', '{"code":0,"message":"Success"}', '[[],[0]]'];
test.each([...NONE, ...DEEP])('a member named like an error with the value %s says that nothing failed', (text) => {
  expect(saysError(JSON.parse(text))).toBe(false);
});

const SOME = [
  'true',
  '1',
  '429',
  '"quota"',
  '"1"',
  '[""  , "x"]',
  '{"count":1}',
  '{"code":0,"message":"slow down"}',
  '[{"code":3}]',
];
test.each(SOME)('a member named like an error with the value %s says that something failed', (text) => {
  expect(saysError(JSON.parse(text))).toBe(true);
});

test.each(['error', 'Errors', 'fault', 'exceptions', 'error_message', 'errorCode'])('%s names an error', (name) => {
  expect(isErrorName(name)).toBe(true);
});

test.each(['error_rate', 'errors_total', 'terror', 'default'])('%s names no error', (name) => {
  expect(isErrorName(name)).toBe(false);
});
