import type { Check } from '../check.ts';
import { runTool } from '../run-tool.ts';

/** What docs/reference/engine-rules.md claims is proved: the lines come from the model as it runs, not from its text. */
export const proofs: Check = {
  name: 'proofs',
  rule: 'every status, transition, rule and text of the engine has a test',
  reads: 'disk',
  run: async ({ root }) => {
    const { code, output } = await runTool(root, 'node', ['scripts/print-unproved-rules.ts']);
    const [note = '', ...findings] = output.trimEnd().split('\n');
    if (code !== 0 || !/^\d+ lines, /.test(note))
      return { findings: [output === '' ? `ended with code ${code}` : output] };
    return { findings, note };
  },
};
