import type { Check } from '../check.ts';
import { type Changes, type Tree, withChanges } from '../tree.ts';
import { type Breach, readBreaches } from './breaches.ts';
import type { Scratch } from './scratch.ts';

export type Proof = {
  readonly breach: string;
  /** Why the check was not red because of this breach; empty when it was. */
  readonly missed: string;
};

export type CheckProof = {
  readonly check: string;
  /** Findings of the check without any breach. */
  readonly findings: readonly string[];
  readonly proofs: readonly Proof[];
};

type Planted = { readonly breach: Breach; readonly changes: Changes };

/**
 * Shows that a check turns red on each of its planted breaches, and only because of them.
 * Breaches that touch different files share a run; one that such a run does not show gets a run of its own.
 */
export async function proveCheck(scratch: Scratch, check: Check): Promise<CheckProof> {
  const base = scratch.tree();
  const breaches = readBreaches(base).filter((breach) => breach.check === check.name);
  const findings = await findingsOf(check, base);
  const proofs: Proof[] = breaches.length === 0 ? [{ breach: '', missed: 'no breach is planted for this check' }] : [];
  const planted = breaches.flatMap((breach): Planted[] => {
    try {
      return [{ breach, changes: breach.changesTo(base) }];
    } catch (error) {
      proofs.push({ breach: breach.path, missed: messageOf(error) });
      return [];
    }
  });
  for (const group of groupsOf(planted)) {
    const together = await findingsWith(group);
    for (const one of group) {
      const isShown = one.breach.expect.test(together.join('\n'));
      const after = isShown || group.length === 1 ? together : await findingsWith([one]);
      proofs.push({ breach: one.breach.path, missed: whyMissed(one.breach, findings, after) });
    }
  }
  return { check: check.name, findings, proofs };

  async function findingsWith(group: readonly Planted[]): Promise<string[]> {
    const changes = new Map(group.flatMap((planted) => [...planted.changes]));
    if (check.reads === 'text') return findingsOf(check, withChanges(base, changes));
    const restore = scratch.apply(changes);
    try {
      return await findingsOf(check, scratch.tree());
    } finally {
      restore();
    }
  }
}

/** Breaches that belong to no check. */
export function strayBreaches(tree: Tree, checks: readonly Check[]): string[] {
  const known = new Set(checks.map(({ name }) => name));
  return readBreaches(tree)
    .filter(({ check }) => !known.has(check))
    .map(({ path }) => path);
}

/** Groups without a common file and without a common expectation. */
function groupsOf(all: readonly Planted[]): Planted[][] {
  const groups: Planted[][] = [];
  for (const planted of all) {
    const group = groups.find((members) => members.every((member) => isApart(member, planted)));
    if (group) group.push(planted);
    else groups.push([planted]);
  }
  return groups;
}

function isApart(one: Planted, other: Planted): boolean {
  return (
    one.breach.expect.source !== other.breach.expect.source &&
    [...one.changes.keys()].every((path) => !other.changes.has(path))
  );
}

function whyMissed({ expect }: Breach, before: readonly string[], after: readonly string[]): string {
  const text = after.join('\n');
  if (!expect.test(text)) return `expected ${expect.source}; the check found: ${text.slice(0, 300) || 'nothing'}`;
  return expect.test(before.join('\n')) ? 'the check finds the same without the breach' : '';
}

async function findingsOf(check: Check, tree: Tree): Promise<string[]> {
  try {
    return [...(await check.run(tree)).findings];
  } catch (error) {
    return [`the check itself failed: ${messageOf(error)}`];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
