import { relative } from 'node:path';
import { compilerCheck } from './check.ts';
import { asFindings, runTool } from './run-tool.ts';
import type { Tree } from './tree.ts';

/** One finding as Biome prints it for GitHub: its category, its place, its message. */
const FINDING = /^::\w+ title=([^,]+),file=([^,]+),line=(\d+),endLine=\d+,col=(\d+),endColumn=\d+::(.*)$/;

/** Layout, as biome.json says. */
export const format = compilerCheck(
  'format',
  'biome would not change the layout or the order of imports',
  async (tree) => ({
    findings: (await read(tree)).layout,
  }),
);

/** Biome's rules. Advice fails too: no rule is set to "warn". */
export const lint = compilerCheck('lint', "biome's rules; none only warns", async (tree) => ({
  findings: (await read(tree)).rules,
}));

type Findings = { readonly layout: readonly string[]; readonly rules: readonly string[] };

const found = new WeakMap<Tree, Promise<Findings>>();

/** Both checks read one run, which parses each file once. */
function read(tree: Tree): Promise<Findings> {
  const known = found.get(tree) ?? runBiome(tree);
  found.set(tree, known);
  return known;
}

async function runBiome({ root }: Tree): Promise<Findings> {
  const options = [
    '--diagnostic-level=info',
    '--error-on-warnings',
    '--max-diagnostics=2000',
    '--reporter=github',
    '.',
  ];
  const result = await runTool(root, 'biome', ['check', ...options]);
  const layout: string[] = [];
  const rules: string[] = [];
  for (const line of result.output.split('\n')) {
    const [, category, file, row, column, message] = FINDING.exec(line) ?? [];
    if (category === undefined || file === undefined) continue;
    const finding = `${relative(root, file)}:${row}:${column} ${category}: ${message}`;
    // A file that cannot be parsed fails both.
    if (!category.startsWith('lint/')) layout.push(finding);
    if (category !== 'format' && !category.startsWith('assist/')) rules.push(finding);
  }
  const rest = layout.length + rules.length === 0 ? asFindings(result, 'biome') : [];
  return { layout: [...layout, ...rest], rules: [...rules, ...rest] };
}
