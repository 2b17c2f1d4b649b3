import { compileGlob } from '@switchboard/model/text/glob';
import { COMPRESSED_EXTENSION } from './detect-compression.ts';

/** Whether a file's name, with or without the extension that packing gave it, fits a bundle's pattern. */
export function isMember(name: string, pattern: string): boolean {
  const last = name.slice(name.lastIndexOf('/') + 1);
  const names = pattern.includes('/') ? [name] : [name, last];
  const matches = compileGlob(pattern);
  return names.some((one) => matches(one) || matches(one.replace(COMPRESSED_EXTENSION, '')));
}
