import { posix } from 'node:path';
import { compilerCheck } from './check.ts';
import { asFindings, runTool } from './run-tool.ts';
import { isSource, type Tree } from './tree.ts';

/** Each has its own environment: Node, a browser or none. A file is checked in the nearest one that includes it. */
const PROJECTS = ['.', 'packages/model', 'packages/language', 'packages/console', 'e2e'];
/** A diagnostic: its place, then its message, then the rule or the number of the compiler's error in brackets. */
const DIAGNOSTIC = /^\S.*?:\d+:\d+: /;
const COMPILER = /\[\w+\/typescript\(TS\d+\)\]$/;
const RULE = /\[\w+\/[\w-]+\([\w-]+\)\]$/;
/** Lines around the diagnostics. */
const SUMMARY = /^(?:\d+ problems?|Found \d+ .*|Finished in .*|)$/;

/** The compiler, once over every file. */
export const types = compilerCheck('types', 'the compiler finds nothing, and sees every file', async (tree) => {
  const [{ compiler }, { findings, unseen }] = await Promise.all([compile(tree), includedFiles(tree)]);
  return {
    findings: [
      ...findings,
      ...compiler,
      ...unseen.map((path) => `${path} is in no tsconfig, so its types are not checked`),
    ],
    note: `${PROJECTS.length} projects`,
  };
});

/** Rules that need types: promises that are not awaited, values of type any. */
export const promises = compilerCheck(
  'promises',
  'no promise is left alone, no value is of type any',
  async (tree) => ({
    findings: (await compile(tree)).rules,
  }),
);

type Compiled = { readonly compiler: readonly string[]; readonly rules: readonly string[] };

const compiled = new WeakMap<Tree, Promise<Compiled>>();

/** Both checks read one run of the compiler, which takes longer than all other checks together. */
function compile(tree: Tree): Promise<Compiled> {
  const known = compiled.get(tree) ?? runCompiler(tree);
  compiled.set(tree, known);
  return known;
}

async function runCompiler({ root }: Tree): Promise<Compiled> {
  const options = ['--type-aware', '--type-check', '--deny-warnings', '--format=unix', '.'];
  const result = await runTool(root, 'oxlint', options);
  const found = diagnosticsOf(result.output);
  const isUnknown = (text: string): boolean => !COMPILER.test(text) && !RULE.test(text) && !SUMMARY.test(text);
  // What is not understood, and a failure without a diagnostic, fails both.
  const unknown = found.filter(isUnknown);
  const rest =
    unknown.length === 0 && !found.some((text) => COMPILER.test(text) || RULE.test(text))
      ? asFindings(result, 'oxlint')
      : unknown;
  return {
    compiler: [...found.filter((text) => COMPILER.test(text)), ...rest],
    rules: [...found.filter((text) => !COMPILER.test(text) && RULE.test(text)), ...rest],
  };
}

/** The output by diagnostic; a message may have several lines. */
function diagnosticsOf(output: string): string[] {
  const found: string[] = [];
  for (const line of output.split('\n')) {
    const last = found.at(-1);
    const isRest = last !== undefined && DIAGNOSTIC.test(last) && !/\[\w+\/\S+\]$/.test(last);
    if (isRest && !DIAGNOSTIC.test(line)) found[found.length - 1] = `${last}\n${line}`;
    else found.push(line);
  }
  return found;
}

/** The source files that no project includes, and what is wrong with the settings of the projects. */
async function includedFiles({
  root,
  files,
}: Tree): Promise<{ readonly findings: string[]; readonly unseen: string[] }> {
  const shown = await Promise.all(
    PROJECTS.map(async (project) => ({
      project,
      ...(await runTool(root, 'tsc', ['--project', project, '--showConfig'])),
    })),
  );
  const failed = shown.filter(({ code }) => code !== 0);
  const seen = new Set(
    shown
      .filter(({ code }) => code === 0)
      .flatMap(({ project, output }) => {
        const { files: included = [] } = JSON.parse(output) as { readonly files?: readonly string[] };
        return included.map((path) => posix.normalize(posix.join(project, path.replaceAll('\\', '/'))));
      }),
  );
  return {
    findings: failed.flatMap((result) => asFindings(result, 'tsc')),
    unseen: files.filter((path) => isSource(path) && !path.endsWith('.mjs') && !seen.has(path)),
  };
}
