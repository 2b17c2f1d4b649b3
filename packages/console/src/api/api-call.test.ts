import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlOf } from './api-call.ts';
import { DownloadDocument } from './generated/documents/download.ts';

const PLACE = { origin: 'https://switchboard.example', account: 'acme' };
const call = { document: DownloadDocument, variables: { id: "d'1" } };

/** The arguments as a shell passes them on. */
const argumentsOf = (command: string): string[] => {
  const script = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }; ${command}`;
  const output = execFileSync('sh', ['-c', script], {
    encoding: 'utf8',
    env: { SWITCHBOARD_TOKEN: 'from-the-environment' },
  });
  return output.split('\0').slice(0, -1);
};

it('writes a call as a command that a shell reads back, whatever its variables contain', () => {
  const [url, ...rest] = argumentsOf(curlOf(call, PLACE));
  expect(url).toBe('https://switchboard.example/api/graphql');
  expect(rest).toContain('Account-Uri: acme');
  expect(rest).toContain('Authorization: Bearer from-the-environment');
  const body = JSON.parse(rest.at(-1) ?? '') as { query: string; variables: unknown };
  expect(body.variables).toEqual({ id: "d'1" });
  expect(body.query).toMatch(/^query Download\(/);
  expect(body.query).toContain('fragment DownloadRow on Download');
});

it('holds no token', () => {
  expect(curlOf(call, PLACE)).toContain('"Authorization: Bearer $SWITCHBOARD_TOKEN"');
});
