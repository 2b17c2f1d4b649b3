import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proveCheck, strayBreaches } from './checks/prove/prove.ts';
import { openScratch, type Scratch } from './checks/prove/scratch.ts';
import { CHECKS } from './checks/registry.ts';
import { runTool, type ToolResult } from './checks/run-tool.ts';
import { openTree } from './checks/tree.ts';
import { SCAFFOLDS } from './scaffolds/registry.ts';
import { spell } from './scaffolds/scaffold.ts';

const tree = openTree(join(import.meta.dirname, '..'));
/** Files that each kind writes or changes; generated files are not counted. */
const FILES: Readonly<Record<string, number>> = { 'key-type': 1, connector: 4, screen: 4, feature: 3, keyword: 1 };
const GENERATED = /\.generated\.|\/generated\/|^docs\/reference\/|^packages\/server\/schema\.graphql$|^editors\//;
const GENERATED_HEADER = '// Made by `npm run generate`';
/** Tools that read the whole project end by themselves, however busy the machine is. */
const NO_LIMIT = 0;
/** A copy of the project in which every scaffold was written. */
let scratch: Scratch;
let written: ToolResult;

beforeAll(async () => {
  scratch = openScratch(tree);
  const options = SCAFFOLDS.flatMap(({ kind }) => [kind, 'zebra']);
  written = await runTool(scratch.tree().root, 'node', ['scripts/new.ts', ...options]);
}, NO_LIMIT);
afterAll(() => scratch.remove());

describe('npm run new', () => {
  it.each(SCAFFOLDS)('writes a $kind in few files', ({ kind, write }) => {
    expect([...write(spell('zebra'), tree).keys()]).toHaveLength(FILES[kind] ?? 0);
  });

  it('writes every kind, and runs the generators', () => {
    expect(written.output).toContain('Fill them in');
    expect(written.code).toBe(0);
    const after = scratch.tree();
    const touched = after.files.filter((path) => !tree.files.includes(path) || after.read(path) !== tree.read(path));
    const promised = SCAFFOLDS.reduce((sum, { kind }) => sum + (FILES[kind] ?? 0), 0);
    const isGenerated = (path: string) => GENERATED.test(path) || after.read(path).startsWith(GENERATED_HEADER);
    expect(touched.filter((path) => !isGenerated(path))).toHaveLength(promised);
  });

  it('refuses a name that is not kebab-case', () => {
    expect(() => spell('AdCampaign')).toThrow('must be kebab-case');
  });
});

describe('npm run check', () => {
  it.each(CHECKS.map((check) => [check.name, check] as const))(
    '%s passes with every scaffold, and turns red on each of its breaches',
    { timeout: NO_LIMIT },
    async (_name, check) => {
      const { findings, proofs } = await proveCheck(scratch, check);
      expect(findings).toEqual([]);
      expect(proofs.filter(({ missed }) => missed !== '')).toEqual([]);
    },
  );

  it('npm run check has a check for each breach', () => {
    expect(strayBreaches(tree, CHECKS)).toEqual([]);
  });
});
