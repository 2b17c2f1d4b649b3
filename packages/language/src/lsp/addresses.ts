/** A folder that a client has open. */
export type Folder = { readonly uri: string; readonly name: string };

/** Clients differ in what they escape: `file:///c%3A/a%20b` and `file:///C:/a b` are the same file. */
function plain(uri: string): string {
  let text = uri;
  try {
    text = decodeURIComponent(uri);
  } catch {
    // A single % is not an escape.
  }
  return text.replace(/^file:\/\/\/[A-Za-z]:/, (drive) => drive.toLowerCase());
}

/** Between the addresses of a client and the paths of a workspace: below a folder, a path is what follows the folder. */
export class Addresses {
  #folders: readonly { readonly start: string; readonly uri: string; readonly prefix: string }[] = [];
  /** The address under which each path is known. */
  readonly #uris = new Map<string, string>();

  /** Sets the workspace folders. With several, paths start with the name of their folder. */
  setFolders(folders: readonly Folder[]): void {
    this.#uris.clear();
    this.#folders = folders.map(({ uri, name }) => ({
      start: plain(uri).replace(/([^/])$/, '$1/'),
      uri,
      prefix: folders.length > 1 ? `${name}/` : '',
    }));
  }

  get folders(): readonly string[] {
    return this.#folders.map(({ uri }) => uri);
  }

  pathOf(uri: string): string {
    const text = plain(uri);
    const folder = this.#folders.find(({ start }) => text.startsWith(start));
    const path = folder ? folder.prefix + text.slice(folder.start.length) : text.replace(/^[A-Za-z][\w+.-]*:\/*/, '');
    if (!this.#uris.has(path)) this.#uris.set(path, uri);
    return path;
  }

  /** The path of a file that the client opens: from now on it is called as the client calls it. */
  openedPathOf(uri: string): string {
    const path = this.pathOf(uri);
    this.#uris.set(path, uri);
    return path;
  }

  /** The address of a path that came from one. */
  uriOf(path: string): string {
    return this.#uris.get(path) ?? path;
  }
}
