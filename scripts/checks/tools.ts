import type { Check } from './check.ts';
import { asFindings, runTool } from './run-tool.ts';

/** Layout, as biome.json says. */
export const format: Check = {
  name: 'format',
  rule: 'biome would not change the layout or the order of imports',
  reads: 'disk',
  run: async ({ root }) => {
    const options = ['check', '--linter-enabled=false', '--max-diagnostics=200', '--error-on-warnings', '.'];
    return { findings: asFindings(await runTool(root, 'biome', options), 'biome') };
  },
};

/** Biome's rules. A rule that only advises counts as broken too: the settings hold none at "warn". */
export const lint: Check = {
  name: 'lint',
  rule: "biome's rules; none only warns",
  reads: 'disk',
  run: async ({ root }) => {
    const options = ['lint', '--diagnostic-level=info', '--error-on-warnings', '--max-diagnostics=2000', '.'];
    const result = await runTool(root, 'biome', options);
    const advised = /^Found \d+ info/m.test(result.output);
    return { findings: asFindings(advised ? { ...result, code: 1 } : result, 'biome') };
  },
};

/** What can only be seen with types: promises that are not awaited, values of type any. */
export const promises: Check = {
  name: 'promises',
  rule: 'no promise is left alone, no value is of type any',
  reads: 'disk',
  run: async ({ root }) => ({
    findings: asFindings(await runTool(root, 'oxlint', ['--type-aware', '--deny-warnings', '.']), 'oxlint'),
  }),
};

/** Unused files, exports and dependencies. */
export const unused: Check = {
  name: 'unused',
  rule: 'no unused file, export or dependency',
  reads: 'disk',
  run: async ({ root }) => ({
    findings: asFindings(await runTool(root, 'knip', ['--no-progress', '--treat-config-hints-as-errors']), 'knip'),
  }),
};
