import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { trimErrors, trimHabits } from './build/trim-habits.ts';
import { trimMantine, trimMantineStyles } from './build/trim-mantine.ts';
import { trimCharacters, trimMonaco } from './build/trim-monaco.ts';

const server = process.env['SWITCHBOARD_SERVER'] ?? 'http://127.0.0.1:3000';

/** The server's own paths, which the development server passes on. */
const SERVER_PATHS = ['/api', '/oidc', '/docs', '/_heartbeat', '/console-settings.json'];

/** The font of the first paint. The browser would find it only after the style sheet. */
const FIRST_FONT = /inter-basic-latin-[\w-]+\.woff2$/;

/** The first screen, with all that the other lists share with it. */
const LISTS = /screens[\\/]downloads[\\/]downloads-page\.tsx$/;

/** Parts that open over a screen: menus, popups and tooltips. */
const LAYERS =
  /ui[\\/](layers[\\/](popup-layer|anchored-menu|tip)|data-table[\\/].*-menu|filters[\\/]choice-menu)\.tsx$/;

/** Parts that layers have in common with tabs and other parts of screens. */
const BASICS =
  /@mantine[\\/](hooks|core[\\/]esm[\\/](core|utils[\\/](Inputs|Inline)|components[\\/](Portal|Transition|FocusTrap|Overlay)))[\\/]/;

/** Parts that the screen of the editor has in common with Monaco, which is loaded beside it. */
const EDITOR_PARTS = /ui[\\/]editor[\\/](monaco[\\/]file-models|language[\\/](message-port|to-monaco|script-\w+))\.ts$/;

/** The editor. Its editor of two texts is in no group, and loaded when it opens. */
const MONACO = /ui[\\/]editor[\\/]monaco[\\/]monaco\.ts$/;

/** Files that the page preloads; the browser would find them only when other files have been read. */
const FIRST_FILES = [
  { file: FIRST_FONT, tag: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true } },
  { file: /lists-[\w-]+\.js$/, tag: { rel: 'modulepreload', crossorigin: true } },
  { file: /lists-[\w-]+\.css$/, tag: { rel: 'stylesheet', crossorigin: true } },
];

const preloadFirst: Plugin = {
  name: 'preload-first',
  transformIndexHtml: {
    order: 'post',
    handler: (_page, { bundle = {}, path }) =>
      FIRST_FILES.flatMap(({ file, tag }) =>
        Object.keys(bundle)
          .filter((name) => file.test(name) && path === '/index.html')
          .map((name) => ({
            tag: 'link',
            attrs: { ...tag, href: `/${name}` },
            injectTo: tag.rel === 'stylesheet' ? ('head' as const) : ('head-prepend' as const),
          })),
      ),
  },
};

/** The one module of Monaco that makes style elements, and how. */
const MONACO_STYLES = /monaco-editor[\\/]esm[\\/]vs[\\/]base[\\/]browser[\\/]domStylesheets\.js$/;
const STYLE_ELEMENT = "document.createElement('style')";
const ADOPTED_STYLE = join(import.meta.dirname, 'src/ui/editor/monaco/adopted-style.ts');

/** Monaco's rules become constructed style sheets, because the Content-Security-Policy refuses style elements. */
const adoptMonacoStyles: Plugin = {
  name: 'adopt-monaco-styles',
  transform: {
    filter: { id: MONACO_STYLES },
    handler(code) {
      if (!code.includes(STYLE_ELEMENT))
        this.error(`Monaco no longer contains ${STYLE_ELEMENT}. Find its style elements.`);
      const adopted = code.replaceAll(STYLE_ELEMENT, 'createAdoptedStyle()');
      return { code: `import { createAdoptedStyle } from ${JSON.stringify(ADOPTED_STYLE)};\n${adopted}`, map: null };
    },
  },
};

/** Screens whose scripts are requested at once, without waiting for the one that imports the others. */
const OFTEN_OPENED = /\/(?:home|downloads|uploads|events|incidents|editor)-page-/;

/** "screens" of "screens~home-page~usage-page.css". */
const firstName = (name: string): string => /^[^~.]*/.exec(name)?.[0] ?? name;

export default defineConfig({
  plugins: [
    react(),
    preloadFirst,
    trimMantine,
    trimMantineStyles,
    adoptMonacoStyles,
    trimMonaco,
    trimCharacters,
    trimErrors,
  ],
  worker: { format: 'es', plugins: () => [trimCharacters, trimHabits] },
  build: {
    target: 'es2024',
    // The Content-Security-Policy has no `data:` for scripts, styles or fonts.
    assetsInlineLimit: 0,
    // Its polyfill would be shared by both pages, and so bring the console into the page that receives a sign-in.
    modulePreload: {
      polyfill: false,
      // The first load lists what each dynamic import needs. Rarely opened screens and layers find their scripts by importing them.
      resolveDependencies: (file, needed) =>
        OFTEN_OPENED.test(file) ? needed : needed.filter((each) => each.endsWith('.css')),
    },
    sourcemap: true,
    rolldownOptions: {
      input: ['index.html', 'silent-callback.html'],
      output: {
        // What several screens share is named by all of them, and the first load lists the names of all files.
        chunkFileNames: ({ name }) => `assets/${firstName(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${firstName(name)}-[hash][extname]`,
        // Few requests: by default each module that two screens have in common is a file of its own. A group takes all that
        // its modules need, so that no chunk imports one that imports it: the order of execution would be wrong.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /[\\/]node_modules[\\/]/, tags: ['$initial'], priority: 3 },
            { name: 'shell', test: /^(?!.*silent-callback)/, tags: ['$initial'], priority: 2 },
            { name: 'lists', test: LISTS, priority: 1 },
            { name: 'layer-styles', test: /mantine-layer-styles/ },
            { name: 'basics', test: BASICS, minShareCount: 2, priority: 0.5 },
            { name: 'layers', test: LAYERS },
            { name: 'editor-parts', test: EDITOR_PARTS, priority: 1 },
            { name: 'monaco', test: MONACO },
            { name: 'screens', entriesAware: true, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: server }])),
  },
});
