import { Visitor } from 'oxc-parser';
import { textCheck } from './check.ts';
import { readModule } from './modules.ts';
import { isTest } from './tree.ts';

const LANGUAGE = /^packages\/language\/src\/.*\.ts$/;
/** Where SQL stands: what a dialect emits, and the habits of other dialects that messages answer. */
const DIALECTS = /^packages\/language\/src\/(?:emit|diagnostics\/habits)\//;
/** SQL as DuckDB's dialect writes it: upper-case keywords, its types, and calls of its functions with a filled-in argument. */
const SQL =
  /\b(?:SELECT DISTINCT|UNION ALL|ORDER BY|PARTITION BY|CASE WHEN|EXCLUDE|NULLIF|INTERVAL|VARCHAR|BIGINT|DOUBLE|TIMESTAMP|STRUCT)\b|\b(?:TRY_)?CAST\(|\blambda \w+:|%[YmdHMSbBgZz]\b/;

/** The compiler is one for all dialects: only `emit/<dialect>` contains SQL. */
export const dialect = textCheck('dialect', 'SQL stands in language/src/emit alone', (tree) => ({
  findings: tree.files
    .filter((path) => LANGUAGE.test(path) && !DIALECTS.test(path) && !isTest(path))
    // An escape before a word, as in "\nCASE WHEN", would hide where the word begins.
    .filter((path) => SQL.test(tree.read(path).replaceAll(/\\./g, ' ')))
    .flatMap((path) => {
      const { program } = readModule(tree, path);
      const texts: { start: number; value: string }[] = [];
      new Visitor({
        Literal: ({ value, start }) => {
          if (typeof value === 'string') texts.push({ start, value });
        },
        TemplateElement: ({ value, start }) => {
          texts.push({ start, value: value.raw });
        },
      }).visit(program);
      return texts.flatMap(({ start, value }) => {
        const found = SQL.exec(value);
        const line = tree.read(path).slice(0, start).split('\n').length;
        return found ? [`${path}:${line} contains SQL (${found[0]}); move it to emit/duckdb`] : [];
      });
    }),
}));
