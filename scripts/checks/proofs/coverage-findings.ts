import { isHeld, totalOf } from '../../reference/spec-coverage/counts.ts';
import type { CoverageSection } from '../../reference/spec-coverage/coverage.ts';
import type { Tree } from '../tree.ts';

/** A count of what the documents name, and the rows that claim more or less than the product has. */
export function coverageFindings(
  sections: readonly CoverageSection[],
  tree: Tree,
): { readonly note: string; readonly findings: string[] } {
  const decisions = new Set(tree.files.flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []));
  const findings = sections.flatMap(({ file, rows }) =>
    rows.flatMap(({ what, note, problems }) => {
      const held = isHeld(note) ? problems.map((problem) => `${file}: ${what}: ${problem}`) : [];
      const unknown = note.kind === 'ruled' && note.decision !== 'contradictions' && !decisions.has(note.decision);
      return unknown ? [...held, `${file}: ${what}: there is no decision ${note.decision}`] : held;
    }),
  );
  const { present, ruled, partial, absent } = totalOf(sections);
  return {
    note: `${present} present, ${ruled} by a ruling, ${partial} partial, ${absent} absent of the documents`,
    findings,
  };
}
