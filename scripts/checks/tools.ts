import { diskCheck } from './check.ts';
import { asFindings, runTool } from './run-tool.ts';

/** Layout, as biome.json says. */
export const format = toolCheck(
  'format',
  'biome would not change the layout or the order of imports',
  'biome check --linter-enabled=false --max-diagnostics=200 --error-on-warnings .',
);

/** Biome's rules. Advice fails too: no rule is set to "warn". */
export const lint = toolCheck(
  'lint',
  "biome's rules; none only warns",
  'biome lint --diagnostic-level=info --error-on-warnings --max-diagnostics=2000 .',
  /^Found \d+ info/m,
);

/** Unused files, exports and dependencies. */
export const unused = toolCheck(
  'unused',
  'no unused file, export or dependency',
  'knip --no-progress --treat-config-hints-as-errors',
);

/**
 * A check that is one call of an installed tool.
 * @param failure output that counts as a failure even when the tool ends with code 0
 */
function toolCheck(name: string, rule: string, command: string, failure?: RegExp) {
  const [tool = '', ...options] = command.split(' ');
  return diskCheck(name, rule, async ({ root }) => {
    const result = await runTool(root, tool, options);
    return { findings: asFindings(failure?.test(result.output) ? { ...result, code: 1 } : result, tool) };
  });
}
