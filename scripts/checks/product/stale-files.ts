import { GENERATORS } from '../../generators.ts';
import type { Outcome } from '../outcome.ts';
import type { Tree } from '../tree.ts';

/**
 * Files that are not what their generator makes. A generator reads the committed work of the others, so where one of them is
 * stale the others may be too, and are found on the next run.
 */
export async function findStaleFiles(tree: Tree): Promise<Outcome> {
  const made = await Promise.all(
    Object.values(GENERATORS).map(async (load) => {
      const { generator } = await load();
      return { owns: generator.owns, texts: await generator.make(tree) };
    }),
  );
  const known = new Set(tree.files);
  const findings = made.flatMap(({ owns, texts }) => [
    ...tree.files
      .filter((path) => owns.test(path) && !texts.has(path))
      .map((path) => `${path} is made by no generator any more; run npm run generate`),
    ...[...texts].flatMap(([path, text]) => {
      if (!owns.test(path)) return [`${path} is made by a generator that does not own it; extend its pattern`];
      if (!known.has(path)) return [`${path} is made by a generator but not committed; run npm run generate`];
      return tree.read(path) === text ? [] : [`${path} is not what its generator makes; run npm run generate`];
    }),
  ]);
  return { findings, note: `${made.reduce((sum, { texts }) => sum + texts.size, 0)} files` };
}
