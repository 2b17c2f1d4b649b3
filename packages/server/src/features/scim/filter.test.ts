import { startProcessorTime } from '@switchboard/model/testing/processor-time';
import { describe, expect, test } from 'vitest';
import { parseFilter, parsePatchPath } from './filter.ts';
import { ScimError } from './scim-error.ts';

const compare = (path: string, operator: string, value: unknown) => ({ kind: 'compare', path, operator, value });

describe('parseFilter', () => {
  test.each([
    ['userName eq "una@acme.test"', compare('username', 'eq', 'una@acme.test')],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName Eq "a"', compare('username', 'eq', 'a')],
    ['active eq true', compare('active', 'eq', true)],
    ['externalId pr', compare('externalid', 'pr', null)],
    ['displayName eq "say \\"hi\\" \\u00e9"', compare('displayname', 'eq', 'say "hi" é')],
    [
      'emails[type eq "work"].value eq "a@b.test"',
      { kind: 'and', left: compare('emails.type', 'eq', 'work'), right: compare('emails.value', 'eq', 'a@b.test') },
    ],
    [
      'emails[type eq "work" and value co "@b"]',
      { kind: 'and', left: compare('emails.type', 'eq', 'work'), right: compare('emails.value', 'co', '@b') },
    ],
    [
      'a eq 1 or b eq 2 and not (c eq 3)',
      {
        kind: 'or',
        left: compare('a', 'eq', 1),
        right: { kind: 'and', left: compare('b', 'eq', 2), right: { kind: 'not', of: compare('c', 'eq', 3) } },
      },
    ],
    [
      '(a eq 1 or b eq 2) AND c eq null',
      {
        kind: 'and',
        left: { kind: 'or', left: compare('a', 'eq', 1), right: compare('b', 'eq', 2) },
        right: compare('c', 'eq', null),
      },
    ],
  ])('reads %s', (text, filter) => {
    expect(parseFilter(text)).toEqual(filter);
  });

  test.each([
    '',
    'userName',
    'userName eq',
    'userName eq una',
    "userName eq 'una'",
    'userName equals "a"',
    'userName eq "a" userName eq "b"',
    '(userName eq "a"',
    'userName eq "a")',
    'userName eq "a',
    'userName eq "\\u0000"',
    'userName eq "a"; drop table person; --',
    '; eq "a"',
    'emails[',
    'emails[]',
    'a.b.c eq 1',
    `${'('.repeat(200)}a eq 1${')'.repeat(200)}`,
    `userName eq "${'x'.repeat(3_000)}"`,
    'not not (a eq 1)',
  ])('refuses %j', (text) => {
    expect(() => parseFilter(text)).toThrow(ScimError);
  });

  test('reads the longest filter in little time', () => {
    const text = Array.from({ length: 150 }, () => 'a eq "\\\\"').join(' or ');
    const processorTime = startProcessorTime();
    expect(parseFilter(text).kind).toBe('or');
    expect(processorTime()).toBeLessThan(500);
  });
});

describe('parsePatchPath', () => {
  test.each([
    ['active', { attribute: 'active', selected: null, part: null }],
    ['name.givenName', { attribute: 'name', selected: null, part: 'givenname' }],
    ['members[value eq "7"]', { attribute: 'members', selected: compare('value', 'eq', '7'), part: null }],
    ['emails[type eq "work"].value', { attribute: 'emails', selected: compare('type', 'eq', 'work'), part: 'value' }],
    [
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
      { attribute: 'department', selected: null, part: null },
    ],
  ])('reads %s', (text, path) => {
    expect(parsePatchPath(text)).toEqual(path);
  });

  test.each(['', '.', 'a b', 'members[value eq "7"', 'members]value[', '[value eq "7"]', 'members[value]'])(
    'refuses %j',
    (text) => {
      expect(() => parsePatchPath(text)).toThrow(ScimError);
    },
  );
});
