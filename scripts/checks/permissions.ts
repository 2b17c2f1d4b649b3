import { diskCheck } from './check.ts';
import { runTool } from './run-tool.ts';

/** Every field of the API has a permission. Reads the schema as it is built, not its text. */
export const permissions = diskCheck('permissions', 'every GraphQL field has a permission', async ({ root }) => {
  const { code, output } = await runTool(root, 'node', ['scripts/print-unguarded-fields.ts']);
  return { findings: code === 0 && output === '' ? [] : [output === '' ? `ended with code ${code}` : output] };
});
