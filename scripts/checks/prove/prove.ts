import type { Check } from '../check.ts';
import { type Tree, withChanges } from '../tree.ts';
import { type Breach, readBreaches } from './breaches.ts';
import { openScratch } from './scratch.ts';

export type Proof = {
  readonly check: string;
  readonly breach: string;
  /** The check says what the breach expects, and does not say so without it. */
  readonly caught: boolean;
  /** Why not, when it was not caught. */
  readonly why: string;
  readonly milliseconds: number;
};

/**
 * Shows that each check turns red on its planted breaches, and only because of them.
 * @param only names of the checks to prove; all when empty
 * @returns one proof a breach, and one that is not caught for each check without a breach
 */
export async function proveChecks(tree: Tree, checks: readonly Check[], only: readonly string[]): Promise<Proof[]> {
  const breaches = readBreaches(tree);
  const asked = checks.filter(({ name }) => only.length === 0 || only.includes(name));
  const scratch = openScratch(tree);
  const proofs: Proof[] = [];
  try {
    for (const check of asked) {
      const own = breaches.filter((breach) => breach.check === check.name);
      if (own.length === 0) proofs.push(unproven(check.name, 'no breach is planted for this check'));
      const before = await sayings(check, check.reads === 'disk' ? scratch.tree() : tree);
      for (const breach of own) proofs.push(await prove(check, breach, before));
    }
  } finally {
    scratch.remove();
  }
  const known = new Set(checks.map(({ name }) => name));
  const strays = breaches.filter(({ check }) => !known.has(check));
  return [...proofs, ...strays.map(({ check, path }) => unproven(check, `${path} belongs to no check`))];

  async function prove(check: Check, breach: Breach, before: string): Promise<Proof> {
    const started = performance.now();
    const why = await whyMissed(check, breach, before).catch((error: unknown) => messageOf(error));
    return {
      check: check.name,
      breach: breach.path,
      caught: why === '',
      why,
      milliseconds: performance.now() - started,
    };
  }

  async function whyMissed(check: Check, breach: Breach, before: string): Promise<string> {
    const changes = breach.changesTo(tree);
    const onDisk = check.reads === 'disk';
    if (onDisk) scratch.apply(changes);
    const after = await sayings(check, onDisk ? scratch.tree() : withChanges(tree, changes));
    if (onDisk) scratch.undo(changes);
    if (!breach.expect.test(after))
      return `expected ${breach.expect.source}; it said: ${after.slice(0, 300) || 'nothing'}`;
    return breach.expect.test(before) ? 'it says the same without the breach' : '';
  }
}

async function sayings(check: Check, tree: Tree): Promise<string> {
  try {
    return (await check.run(tree)).findings.join('\n');
  } catch (error) {
    return `the check itself failed: ${messageOf(error)}`;
  }
}

function unproven(check: string, why: string): Proof {
  return { check, breach: '', caught: false, why, milliseconds: 0 };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
