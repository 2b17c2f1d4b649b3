import type { ListedFile, WantedFile } from '../spec.ts';

/** A file that a source takes, with its report date; null for a source without dates. */
export type FoundFile = WantedFile & { readonly reportDate: string | null };

/** A listed file that a declaration takes, and the day on which another one like it counts no more. */
export type TakenFile = { readonly listed: ListedFile; readonly found: FoundFile; readonly day: string };

/** A file that does not count, because another one of its report date does. */
export type LeftOutFile = {
  readonly path: string;
  readonly reportDate: string | null;
  /** The path of the one that counts. */
  readonly by: string;
  /** The other one has the same content, or is a later delivery under the same name. */
  readonly reason: 'repeated' | 'replaced';
};

/**
 * Has each content and each delivery of a day count once: of equal contents the file that links lead to, else the earliest; of one
 * delivery the latest, also of a file and the same packed. With `keepsAll` all deliveries count, and equal contents under different names are different reports.
 */
export function countOnce(
  taken: readonly TakenFile[],
  keepsAll: boolean,
): { readonly files: readonly FoundFile[]; readonly leftOut: readonly LeftOutFile[] } {
  const leftOut: LeftOutFile[] = [];
  const choose = (
    files: readonly TakenFile[],
    keyOf: (file: ListedFile) => string,
    reason: LeftOutFile['reason'],
    isBetter: (one: ListedFile, other: ListedFile) => boolean,
  ): readonly TakenFile[] =>
    [...Map.groupBy(files, ({ listed, day }) => `${day}\n${keyOf(listed)}`).values()].map((alike) => {
      const best = alike.reduce((first, other) => (isBetter(other.listed, first.listed) ? other : first));
      for (const { found } of alike)
        if (found !== best.found)
          leftOut.push({ path: found.path, reportDate: found.reportDate, by: best.found.path, reason });
      return best;
    });
  const contents = choose(
    taken,
    ({ content, path, delivery = path }) => `${content ?? path}\n${keepsAll ? delivery : ''}`,
    'repeated',
    (one, other) => isTarget(one) || (!isTarget(other) && isBefore(one, other)),
  );
  const deliveries = keepsAll
    ? contents
    : choose(
        contents,
        // A file beside itself, packed, is one delivery.
        ({ delivery, path }) => delivery ?? path.replace(PACKED, ''),
        'replaced',
        (one, other) => isBefore(other, one),
      );
  return { files: deliveries.map(({ found }) => found), leftOut };
}

const PACKED = /\.(?:gz|bz2|zst)$/i;

const isTarget = ({ path, content }: ListedFile): boolean => content === undefined || content === path;

function isBefore(one: ListedFile, other: ListedFile): boolean {
  const [at, otherAt] = [one.modified ?? 0, other.modified ?? 0];
  return at === otherAt ? one.path < other.path : at < otherAt;
}
