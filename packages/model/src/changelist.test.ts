import { describe, expect, test } from 'vitest';
import { draftDescription, filePathProblem, foldersOf, readOnlyReason } from './changelist.ts';

describe('the path of a file', () => {
  test.each(['a.sbs', 'notes.md', 'folder/deeper/a', 'with space.sbs', 'a$b.sbs', 'Ünï/日本.sbs', '.hidden'])(
    'the path of a file may be %s',
    (path) => expect(filePathProblem(path)).toBeNull(),
  );

  test.each([
    ['', 'A file must have a name.'],
    ['$a.sbs', 'File name cannot start with $'],
    ['folder/$a.sbs', 'File name cannot start with $'],
    ['/a', 'Each folder and file must have a name that does not start or end with a space.'],
    ['a//b', 'Each folder and file must have a name that does not start or end with a space.'],
    ['a/', 'Each folder and file must have a name that does not start or end with a space.'],
    [' a', 'Each folder and file must have a name that does not start or end with a space.'],
    ['a/../b', 'A path cannot contain . or .. as a name.'],
    ['./a', 'A path cannot contain . or .. as a name.'],
    ['a\\b', 'A path cannot contain a backslash or a control character.'],
    ['a\0', 'A path cannot contain a backslash or a control character.'],
    ['a\nb', 'A path cannot contain a backslash or a control character.'],
    ['a'.repeat(501), 'A path can have 500 characters at most.'],
  ])('the path of a file cannot be %j', (path, problem) => expect(filePathProblem(path)).toBe(problem));

  test('the path of a file has folders', () => {
    expect(foldersOf('a/b/c.sbs')).toEqual(['a/b', 'a']);
    expect(foldersOf('c.sbs')).toEqual([]);
  });
});

test('a description is trimmed and cut to 500 characters', () => {
  expect(draftDescription('  A draft\0 ')).toBe('A draft');
  expect(draftDescription(' \n ')).toBe('');
  expect(draftDescription('invoice \u202egpj.exe')).toBe('invoice gpj.exe');
  expect(draftDescription('x'.repeat(600))).toBe('x'.repeat(500));
  expect(draftDescription('a\ud800b')).toBe('a\ufffdb');
  expect([...draftDescription('🦔'.repeat(600))]).toHaveLength(500);
});

test.each([
  ['draft', null],
  ['proofing', null],
  ['running', 'Cannot act on previously published changelist'],
  ['replaced', 'Cannot act on previously published changelist'],
  ['archived', 'You cannot edit published or archived drafts'],
] as const)('a changelist of status %s is read-only for: %s', (status, reason) =>
  expect(readOnlyReason(status)).toBe(reason),
);
