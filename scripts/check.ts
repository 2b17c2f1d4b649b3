import { join } from 'node:path';
import { expectNames, readArguments } from './arguments/read-arguments.ts';
import type { Check } from './checks/check.ts';
import { importReport } from './checks/imports/import-report.ts';
import { proveCheck, strayBreaches } from './checks/prove/prove.ts';
import { openScratch } from './checks/prove/scratch.ts';
import { CHECKS } from './checks/registry.ts';
import { openTree, type Tree } from './checks/tree.ts';
import { closingLine, leaveCounts } from './unit/test-counts.ts';

/** Checks that run at once beside those that share a process. */
const AT_ONCE = 2;

type Line = { readonly name: string; readonly findings: readonly string[]; readonly text: string };

const USAGE = `npm run check                 every check
npm run check -- NAME …       those that are named
npm run check -- --prove      that each turns red on what is planted for it
npm run check -- --graph      the import graph by folder

${CHECKS.map(({ name, rule }) => `${name.padEnd(13)} ${rule}`).join('\n')}`;

/** `npm run check` runs the checks and prints one line for each. */
async function main(): Promise<number> {
  const { values, positionals } = readArguments(USAGE, {
    allowPositionals: true,
    options: {
      prove: { type: 'boolean', default: false },
      graph: { type: 'boolean', default: false },
    },
  });
  expectNames(
    USAGE,
    positionals,
    CHECKS.map(({ name }) => name),
  );
  const tree = openTree(join(import.meta.dirname, '..'));
  if (values.graph) {
    console.log(importReport(tree));
    return 0;
  }
  return values.prove ? prove(tree, positionals) : check(tree, positionals);
}

async function check(tree: Tree, only: readonly string[]): Promise<number> {
  const started = performance.now();
  leaveCounts(tree.root, 'check', undefined);
  const chosen = CHECKS.filter(({ name }) => only.length === 0 || only.includes(name));
  const those = (...kinds: Check['reads'][]): Check[] => chosen.filter(({ reads }) => kinds.includes(reads));
  // Checks of text keep this thread busy, so they come when all tools have started.
  const waiting = [...those('disk'), ...those('text')];
  const lines: Line[] = [];
  const runAndPrint = async (next: Check): Promise<void> => {
    const line = await runOne(next, tree);
    console.log(line.text);
    lines.push(line);
  };
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await runAndPrint(next);
  };
  await Promise.all([...those('compiler', 'product').map(runAndPrint), ...Array.from({ length: AT_ONCE }, work)]);
  const failed = lines.filter(({ findings }) => findings.length > 0);
  for (const { name, findings } of failed) console.log(`\n── ${name} ──\n${findings.join('\n')}`);
  console.log(`\n${seconds(performance.now() - started)} in all`);
  const failures = failed.map(({ name, findings }) => `${name}: ${findings[0]}`);
  const counts = { passed: lines.length - failed.length, failed: failed.length, skipped: 0, failures };
  leaveCounts(tree.root, 'check', counts);
  console.log(closingLine(counts));
  return failed.length === 0 ? 0 : 1;
}

async function runOne({ name, rule, run }: Check, tree: Tree): Promise<Line> {
  const started = performance.now();
  const outcome = await Promise.try(run, tree).catch((error: unknown) => ({
    findings: [`the check itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`],
    note: undefined,
  }));
  const passed = outcome.findings.length === 0;
  const note = outcome.note === undefined ? '' : ` (${outcome.note})`;
  const time = seconds(performance.now() - started).padStart(7);
  return {
    name,
    findings: outcome.findings,
    text: `${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(12)} ${time}  ${rule}${note}`,
  };
}

async function prove(tree: Tree, only: readonly string[]): Promise<number> {
  const scratch = openScratch(tree);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const print = (name: string, breach: string, missed: string): void => {
    counts[missed === '' ? 'passed' : 'failed'] += 1;
    const what = breach.replace(/^.*\/|\.txt$/g, '').replaceAll('-', ' ');
    console.log(`${missed === '' ? 'red ' : 'MISS'} ${name.padEnd(12)} ${what}${missed && `: ${missed}`}`);
  };
  try {
    for (const check of CHECKS.filter(({ name }) => only.length === 0 || only.includes(name))) {
      const { proofs } = await proveCheck(scratch, check);
      for (const { breach, missed } of proofs) print(check.name, breach, missed);
    }
  } finally {
    scratch.remove();
  }
  for (const path of strayBreaches(tree, CHECKS)) print('', path, 'belongs to no check');
  console.log(`\n${closingLine(counts)}`);
  return counts.failed === 0 ? 0 : 1;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

process.exitCode = await main();
