import { diskCheck } from './check.ts';
import { asFindings, runTool } from './run-tool.ts';

/** Unused files, exports and dependencies. */
export const unused = diskCheck('unused', 'no unused file, export or dependency', async ({ root }) => ({
  findings: asFindings(await runTool(root, 'knip', ['--no-progress', '--treat-config-hints-as-errors']), 'knip'),
}));
