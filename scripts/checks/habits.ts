import { Visitor } from 'oxc-parser';
import { textCheck } from './check.ts';
import { type Module, readModule } from './modules.ts';
import { isSource, type Tree } from './tree.ts';

/** Tools that read their settings from a default export. */
const CONFIG_FILE = /(^|\/)[\w-]+\.config\.[mc]?[tj]s$/;
const MOCKERS = new Set(['mock', 'doMock', 'hoisted', 'unmock']);
/** Texts without which a file has no finding of its syntax, or of its comments. */
const SYNTAX = new RegExp(String.raw`\b(?:any|${[...MOCKERS].join('|')})\b`, 'g');
const COMMENT = /@ts-|(?:oxlint|eslint)-disable|TODO|FIXME|XXX/;

/** Rules for every file that no linter rule covers. */
export const habits = textCheck(
  'habits',
  'named exports only, no `any`, no module mocks, no barrels, no silenced checks without a reason, no TODO',
  (tree) => ({ findings: tree.files.filter(isSource).flatMap((path) => fileFindings(tree, path)) }),
);

function fileFindings(tree: Tree, path: string): string[] {
  const module = readModule(tree, path);
  const text = tree.read(path);
  const findings = [
    ...(isInCode(module, SYNTAX) ? syntaxFindings(module) : []),
    ...(COMMENT.test(text) ? commentFindings(module) : []),
  ];
  const fallback = module.exports.find((one) => one.name === 'default');
  if (fallback && !CONFIG_FILE.test(path)) findings.push(at(module, fallback.line, 'a default export; name it'));
  if (isBarrel(module) && !/^packages\/[^/]+\/(?:src|test|testing)\/index\.ts$/.test(path)) {
    findings.push(at(module, 1, 'only passes on what other files export; import those files'));
  }
  return findings;
}

/** Whether a pattern matches outside of the comments of a module. */
function isInCode(module: Module, pattern: RegExp): boolean {
  const places = [...module.text.matchAll(pattern)].map(({ index }) => index);
  if (places.length === 0) return false;
  return places.some((place) => module.comments.every(({ start, end }) => place < start || end <= place));
}

function syntaxFindings(module: Module): string[] {
  const findings: string[] = [];
  const find = (offset: number, text: string): void => {
    findings.push(at(module, module.lineAt(offset), text));
  };
  new Visitor({
    TSAnyKeyword: (node) => find(node.start, 'the type any; use unknown and check it'),
    CallExpression: ({ callee, start }) => {
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return;
      if (callee.property.type !== 'Identifier') return;
      const [object, method] = [callee.object.name, callee.property.name];
      if ((object === 'vi' || object === 'jest') && MOCKERS.has(method)) {
        find(start, `${object}.${method} replaces a module; pass a stand-in as a parameter`);
      }
    },
  }).visit(module.program);
  return findings;
}

function commentFindings(module: Module): string[] {
  return module.comments.flatMap(({ value, start }) => {
    const line = module.lineAt(start);
    if (/@ts-(ignore|expect-error|nocheck)/.test(value))
      return [at(module, line, 'silences the type checker; fix the type')];
    if (/\b(oxlint|eslint)-disable/.test(value) && !/ -- \S/.test(value)) {
      return [at(module, line, 'silences the linter without a reason; write ` -- why` behind it')];
    }
    return /\b(TODO|FIXME|XXX)\b/.test(value)
      ? [at(module, line, 'unfinished work in a comment; do it or drop it')]
      : [];
  });
}

function isBarrel(module: Module): boolean {
  if (!module.passesOn) return false;
  const statements = module.program.body;
  return (
    statements.length > 0 &&
    statements.every(
      (one) => one.type === 'ExportAllDeclaration' || (one.type === 'ExportNamedDeclaration' && one.source !== null),
    )
  );
}

function at(module: Module, line: number, text: string): string {
  return `${module.path}:${line} ${text}`;
}
