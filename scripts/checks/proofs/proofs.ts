import { diskCheck } from '../check.ts';
import { runTool } from '../run-tool.ts';

/** Every claim of docs/reference/{engine-rules,spec-checklist}.md and docs/contradictions.md names a test that exists. */
export const proofs = diskCheck(
  'proofs',
  'every guarantee of the engine, settled contradiction and sentence of the specification has a test',
  async ({ root }) => {
    const { code, output } = await runTool(root, 'node', ['scripts/print-unproved-rules.ts']);
    const [note = '', ...findings] = output.trimEnd().split('\n');
    if (code !== 0 || !/^\d+ lines, /.test(note))
      return { findings: [output === '' ? `ended with code ${code}` : output] };
    return { findings, note };
  },
);
