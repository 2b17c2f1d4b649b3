import type { Requirement } from '../../reference/security/requirement.ts';
import type { Tree } from '../tree.ts';

/** Each requirement of security without a test, and each test of one that its file does not contain. */
export function requirementFindings(requirements: readonly Requirement[], tree: Tree): readonly string[] {
  const paths = new Set(tree.files);
  return requirements.flatMap(({ id, tests }) => [
    ...(tests.length === 0 ? [`scripts/reference/security: ${id} has no test`] : []),
    ...tests.flatMap(([path, title]) =>
      paths.has(path) && hasTitle(tree.read(path), title) ? [] : [`${id}: ${path} has no test "${title}"`],
    ),
  ]);
}

function hasTitle(text: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`));
}
