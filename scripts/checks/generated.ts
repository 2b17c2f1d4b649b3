import { diskCheck } from './check.ts';
import { openScratch } from './prove/scratch.ts';
import { asFindings, runTool } from './run-tool.ts';
import type { Tree } from './tree.ts';

/** Generated files are up to date: the generators run in a copy, which must not change. */
export const generated = diskCheck('generated', '`npm run generate` would change nothing', async (tree) => {
  const scratch = openScratch(tree);
  try {
    const result = await runTool(scratch.tree().root, 'node', ['scripts/generate.ts']);
    return { findings: [...asFindings(result, 'generate'), ...differences(tree, scratch.tree())] };
  } finally {
    scratch.remove();
  }
});

function differences(before: Tree, after: Tree): string[] {
  const [known, made] = [new Set(before.files), new Set(after.files)];
  const stale = before.files.filter((path) => !made.has(path));
  const changed = after.files.flatMap((path) => {
    if (!known.has(path)) return [`${path} is made by a generator but not committed; run npm run generate`];
    return before.read(path) === after.read(path)
      ? []
      : [`${path} is not what its generator makes; run npm run generate`];
  });
  return [...stale.map((path) => `${path} is made by no generator any more; run npm run generate`), ...changed];
}
