import { expect, test } from 'vitest';
import { isErrorName, mayNameError, memberSaysError, saysError } from './error-member.ts';

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

test.each([
  ['error', 'quota'],
  ['success', false],
  ['ok', 'false'],
  ['status', 'error'],
  ['status', 'FAILED'],
  ['status', 429],
  ['statusCode', '503'],
  ['code', 401],
  ['meta', { error: { code: 4 } }],
  ['responseHeader', { status: 500 }],
  ['status', { code: 403, text: 'Forbidden' }],
])('%s with the value %j says that something failed', (name, value) => {
  expect([mayNameError(name), memberSaysError(name, value)]).toEqual([true, true]);
});

test.each([
  ['error', null],
  ['success', true],
  ['ok', 1],
  ['success', null],
  ['status', 'ok'],
  ['status', 'complete'],
  ['status', 200],
  ['status', 0],
  ['state', 'Fail Creek'],
  ['code', 40],
  ['meta', { error: null, count: 0 }],
  ['meta', { errors: [] }],
  ['responseHeader', { status: 0 }],
  ['result', { error_rate: 5 }],
])('%s with the value %j says that nothing failed', (name, value) => {
  expect(memberSaysError(name, value)).toBe(false);
});
