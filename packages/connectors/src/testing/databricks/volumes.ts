import type { StandInReply, StandInRequest } from '../warehouse/serve-stand-in.ts';

/** The volumes of a workspace: files by their path, and folders. */
export function createVolumes(volume: string) {
  const files = new Map<string, Buffer>();
  const folders = new Set<string>([volume]);
  const missing = (path: string): StandInReply => ({
    status: 404,
    body: { error_code: 'NOT_FOUND', message: `The path ${path} does not exist.` },
  });
  const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

  function directory({ method }: StandInRequest, path: string): StandInReply {
    if (!path.startsWith(volume)) return missing(path);
    if (method === 'PUT') {
      folders.add(path);
      return { status: 204 };
    }
    if (!folders.has(path)) return missing(path);
    const inside = [...files.keys(), ...folders].filter((one) => parentOf(one) === path);
    if (method === 'GET')
      return {
        status: 200,
        body: { contents: inside.map((one) => ({ path: one, name: one.slice(path.length + 1) })) },
      };
    if (inside.length > 0)
      return { status: 400, body: { error_code: 'BAD_REQUEST', message: 'The directory is not empty.' } };
    folders.delete(path);
    return { status: 204 };
  }

  function file({ method, body }: StandInRequest, path: string): StandInReply {
    if (method === 'PUT') {
      if (!folders.has(parentOf(path))) return missing(path);
      files.set(path, body);
      return { status: 204 };
    }
    return files.delete(path) ? { status: 204 } : missing(path);
  }

  return {
    serve(request: StandInRequest): StandInReply | null {
      const [, kind, path = ''] = /^\/api\/2\.0\/fs\/(files|directories)(\/.*)$/.exec(request.url.pathname) ?? [];
      if (kind === undefined) return null;
      return (kind === 'files' ? file : directory)(request, decodeURIComponent(path));
    },
    /** Contents of the files of a folder, in the order of their names. */
    contents: (folder: string): readonly Buffer[] =>
      [...files]
        .filter(([path]) => parentOf(path) === folder)
        .sort()
        .map(([, content]) => content),
    folders: (): readonly string[] => [...folders].filter((folder) => folder !== volume),
    add: (folder: string): void => void folders.add(folder),
  };
}
