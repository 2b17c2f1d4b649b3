import { join, relative } from 'node:path';
import { diskCheck } from './check.ts';
import { asFindings, runTool, type ToolResult } from './run-tool.ts';
import { isSource } from './tree.ts';

/** Each has its own environment: Node, a browser or none. */
const PROJECTS = ['tsconfig.json', 'packages/model', 'packages/language', 'packages/console', 'e2e'];

/** The compiler, once for each environment, over every file. */
export const types = diskCheck('types', 'tsc finds nothing, and sees every file', async ({ root, files }) => {
  const results: ToolResult[] = [];
  for (const project of PROJECTS) {
    const state = join(root, 'node_modules/.cache/switchboard/types', `${project.replaceAll('/', '-')}.tsbuildinfo`);
    const incremental = ['--incremental', '--tsBuildInfoFile', state];
    results.push(
      await runTool(root, 'tsc', ['--project', project, '--pretty', 'false', '--listFiles', ...incremental]),
    );
  }
  const lines = results.flatMap(({ output }) => output.split('\n'));
  const seen = new Set(lines.map((line) => relative(root, line.trim()).replaceAll('\\', '/')));
  const unseen = files.filter((path) => isSource(path) && !path.endsWith('.mjs') && !seen.has(path));
  const failures = results.flatMap((result) =>
    asFindings(
      {
        ...result,
        output: result.output
          .split('\n')
          .filter((line) => !isListing(line))
          .join('\n'),
      },
      'tsc',
    ),
  );
  return {
    findings: [...failures, ...unseen.map((path) => `${path} is in no tsconfig, so its types are not checked`)],
    note: `${PROJECTS.length} projects`,
  };
});

function isListing(line: string): boolean {
  return /^(\/|[A-Z]:[\\/]).*\.(ts|tsx|mts|cts|json)$/i.test(line.trim());
}
