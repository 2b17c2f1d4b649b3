import { posix } from 'node:path';
import { joined, nameOf, parentOf, type RemoteFiles } from './remote-files.ts';

const MAX_STEPS = 32;

/**
 * Resolves links to the paths of their files: as listed where the listing has the file, else absolute.
 * @param links the target of each link, relative to its folder; undefined where the listing does not show it
 */
export async function linkedFiles(
  files: RemoteFiles,
  listed: readonly { readonly path: string }[],
  links: ReadonlyMap<string, string | undefined>,
): Promise<ReadonlyMap<string, string>> {
  const folders = new Map<string, Promise<string>>();
  const absolute = async (path: string): Promise<string> => {
    const folder = parentOf(path);
    const real = folders.get(folder) ?? files.realPath(folder);
    folders.set(folder, real);
    return joined(await real, nameOf(path));
  };
  const targets = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const { path } of listed) {
    const at = await absolute(path);
    if (!links.has(path)) paths.set(at, path);
    else {
      const target = links.get(path);
      targets.set(at, target === undefined ? await files.realPath(path) : posix.resolve(posix.dirname(at), target));
    }
  }
  const contents = new Map<string, string>();
  for (const path of links.keys()) {
    let at = await absolute(path);
    for (let step = 0; step < MAX_STEPS; step += 1) at = targets.get(at) ?? at;
    contents.set(path, paths.get(at) ?? at);
  }
  return contents;
}
