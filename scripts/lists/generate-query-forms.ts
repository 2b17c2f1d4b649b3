import { posix } from 'node:path';
import type { Generator } from '../generator.ts';

const TARGET = 'packages/language/src/query-forms/forms.ts';
const FORM_FILE = /^packages\/language\/src\/query-forms\/[^/]+\/[^/]+-form\.ts$/;
const FORM = /^export const ([A-Z_]+) = /gm;

/** Lists the query forms by name. It reads their files as text: none can be imported before its keyword has a token code. */
export const generator: Generator = {
  owns: /^packages\/language\/src\/query-forms\/forms\.ts$/,
  make: (tree) => {
    const forms = tree.files
      .filter((path) => FORM_FILE.test(path))
      .flatMap((path) => [...tree.read(path).matchAll(FORM)].map(([, name = '']) => ({ name, path })))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    const files = Map.groupBy(forms, ({ path }) => path);
    const imports = [...files].map(([path, exported]) => {
      const names = exported.map(({ name }) => name).join(', ');
      return { path: posix.relative(posix.dirname(TARGET), path), what: `{ ${names} }` };
    });
    const lines = [...imports, { path: 'query-form.ts', what: 'type { QueryForm }' }]
      .sort((one, other) => (one.path < other.path ? -1 : 1))
      .map(({ path, what }) => `import ${what} from './${path}';\n`);
    const text = `// Made by \`npm run generate\` from the folders of query forms. Do not edit.
${lines.join('')}
/** Every query form, by name. */
export const FORMS: readonly QueryForm[] = [
${forms.map(({ name }) => `  ${name},\n`).join('')}];
`;
    return new Map([[TARGET, text]]);
  },
};
