import type { Plugin } from 'vite';

/** Palettes of Mantine that the console has no use for. */
export const UNUSED_PALETTES = ['pink', 'grape', 'violet', 'cyan', 'teal', 'lime', 'yellow', 'orange'];

const VARIABLE = new RegExp(`--mantine-color-(?:${UNUSED_PALETTES.join('|')})-[\\w-]+:[^;}]+;?`, 'g');

/** Leaves out of Mantine's variables those of palettes that are not used. The build fails when Mantine has none of them. */
export const trimMantine: Plugin = {
  name: 'trim-mantine',
  enforce: 'pre',
  transform: {
    filter: { id: /@mantine[\\/]core[\\/]styles[\\/]default-css-variables\.layer\.css$/ },
    handler(code) {
      const trimmed = code.replace(VARIABLE, '');
      if (trimmed === code) this.error('Mantine has its palettes elsewhere. Find them.');
      return { code: trimmed, map: null };
    },
  },
};

const STYLE_WRITER = /^import \{ (MantineClasses|MantineCssVariables) \} from .*$/gm;

/**
 * Leaves out of Mantine's provider the components that compute styles and write them into style elements, which the
 * Content-Security-Policy refuses: the provider is asked for neither. The build fails when it has other ones.
 */
export const trimMantineStyles: Plugin = {
  name: 'trim-mantine-styles',
  transform: {
    filter: { id: /MantineProvider[\\/]MantineProvider\.mjs$/ },
    handler(code) {
      if (code.match(STYLE_WRITER)?.length !== 2) this.error('Mantine writes its style elements elsewhere. Find them.');
      return { code: code.replace(STYLE_WRITER, 'const $1 = () => null;'), map: null };
    },
  },
};
