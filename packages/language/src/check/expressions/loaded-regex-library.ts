type Library = typeof import('re2js')['RE2JS'];

let library: Library | null = null;
let loading: Promise<void> | null = null;

/** The library of regular expressions. The first call begins to load it, because few scripts need it; null until it is loaded. */
export function regexLibrary(): Library | null {
  if (library === null)
    loading ??= import('re2js')
      .then(({ RE2JS }) => {
        library = RE2JS;
      })
      .finally(() => {
        loading = null;
      });
  return library;
}

/** Resolves when the library is loaded; null when nothing waits for it. */
export const regexLoading = (): Promise<void> | null => loading;
