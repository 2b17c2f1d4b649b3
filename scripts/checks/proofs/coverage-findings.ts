import { isHeld, totalOf } from '../../reference/spec-coverage/counts.ts';
import type { CoverageSection } from '../../reference/spec-coverage/coverage.ts';
import { headingsOf } from '../links/headings.ts';
import type { Tree } from '../tree.ts';

/** A count of what the documents name, and the rows that claim more or less than the product has. */
export function coverageFindings(
  sections: readonly CoverageSection[],
  tree: Tree,
): { readonly note: string; readonly findings: string[] } {
  const findings = sections.flatMap(({ file, rows }) =>
    rows.flatMap(({ what, note, problems }) => {
      const held = isHeld(note) ? problems.map((problem) => `${file}: ${what}: ${problem}`) : [];
      const unknown = note.kind === 'ruled' && !exists(note.page, tree);
      return unknown ? [...held, `${file}: ${what}: docs has no page or heading ${note.page}`] : held;
    }),
  );
  const { present, ruled, partial, absent } = totalOf(sections);
  return {
    note: `${present} present, ${ruled} by a ruling, ${partial} partial, ${absent} absent of the documents`,
    findings,
  };
}

function exists(ruledBy: string, tree: Tree): boolean {
  const [file = '', heading] = ruledBy.split('#');
  const page = tree.files.includes(`docs/${file}`) ? tree.read(`docs/${file}`) : null;
  return page !== null && (heading === undefined || headingsOf(page).has(heading));
}
