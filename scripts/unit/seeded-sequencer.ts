import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Shuffles the test files by the seed of the run (`TEST_SEED`). Files of a project stay together, because a worker that changes to
 * another project loads all its modules again. Those of the console come last: all are short, so that no worker ends long after
 * the others.
 */
export class SeededSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seed = process.env['TEST_SEED'] ?? '0';
    const byProject = Map.groupBy(files, ({ project }) => project.name);
    return [...byProject.keys()]
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .flatMap((name) =>
        shuffle(byProject.get(name) ?? [], seed, ({ project, moduleId }) => relative(project.config.root, moduleId)),
      );
  }
}

/** Projects in the order in which their files run; files of others than ours come first. */
const rankOf = (project: string): number => ['alone', 'node', 'console'].indexOf(project);

/** The same seed gives the same order, whatever the order before and wherever the tree is. */
function shuffle<T>(items: readonly T[], seed: string, nameOf: (item: T) => string): T[] {
  const ranked = items.map((item) => ({
    item,
    rank: createHash('sha256')
      .update(`${seed} ${nameOf(item)}`)
      .digest('hex'),
  }));
  return ranked.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ item }) => item);
}
