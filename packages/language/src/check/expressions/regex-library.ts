import { RE2JS } from 're2js';

/** The library of regular expressions; null while it is loaded, which happens in browsers only. */
export const regexLibrary = (): typeof RE2JS | null => RE2JS;

/** Resolves when the library is loaded; null when nothing waits for it. */
export const regexLoading = (): Promise<void> | null => null;
