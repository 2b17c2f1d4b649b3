import { type Expression, type Node, Visitor } from 'oxc-parser';
import { textCheck } from './check.ts';
import { type Module, readModule } from './modules.ts';
import { isSource, isTest, type Tree } from './tree.ts';

/** Texts without which a test has no finding. */
const CANDIDATE =
  /\b(?:performance|hrtime|Date|setTimeout|timers\/promises|waitForTimeout|waitFor|timeout|setDefaultTimeout|pg_sleep|Atomics|attempts?|tries|polls?|retry|retries)\b|\ballow-clock\b/i;
/** A comment above a line, with the reason why the line may use the clock. */
const ALLOWED = /^\s*allow-clock\b(?: -- (\S.*))?/;
const SHORT = 'gives up after what a slow machine may need; leave the limit to the settings, or give a minute';
const ELAPSED = 'measures elapsed time; decide by an event, a counter or startProcessorTime(), or move it to bench';
/** Shortest limit of a wait, in milliseconds: a limit ends a test that hangs, and decides nothing. */
const SHORTEST_LIMIT = 60_000;
const COMPARISONS = new Set(['<', '<=', '>', '>=']);
const POLL_COUNTER = /^(?:attempts?|tries|polls?|retry|retries)$/i;
const SLEEP_MODULE = /^(?:node:)?timers\/promises$/;
/** `setImmediate` of that module waits for the event loop, not for a time. */
const SLEEPERS = new Set(['setTimeout', 'setInterval', 'scheduler']);

/** Browser tests that are about to be rewritten. Remove a file once it is; add none. */
const UNTIL_REWRITTEN: ReadonlySet<string> = new Set(['e2e/first-run.e2e.ts', 'e2e/outages.long.e2e.ts']);

/** Tests decide by events, conditions, counters, injected clocks and processor time. What must measure time is in `bench`. */
export const clock = textCheck(
  'clock',
  'no test sleeps, counts polls or decides by elapsed time; an exception has `// allow-clock -- why` above it',
  (tree) => {
    const paths = tree.files.filter(
      (path) => isSource(path) && isTest(path) && !path.startsWith('bench/') && !UNTIL_REWRITTEN.has(path),
    );
    const checked = paths.filter((path) => CANDIDATE.test(tree.read(path))).map((path) => fileFindings(tree, path));
    const allowed = checked.reduce((sum, one) => sum + one.allowed, 0);
    return {
      findings: checked.flatMap(({ findings }) => findings),
      note: `${paths.length} files, ${allowed} with a reason`,
    };
  },
);

type Found = { readonly findings: readonly string[]; readonly allowed: number };

function fileFindings(tree: Tree, path: string): Found {
  const module = readModule(tree, path);
  const uses = clockUses(module);
  const reasons = new Map<number, string>();
  for (const { value, start, end } of module.comments) {
    const match = ALLOWED.exec(value);
    if (match) reasons.set(module.lineAt(end) + (isAlone(tree.read(path), start) ? 1 : 0), match[1] ?? '');
  }
  const lines = new Set(uses.map(({ line }) => line));
  const findings = [
    ...uses.filter(({ line }) => !reasons.get(line)).map(({ line, text }) => `${path}:${line} ${text}`),
    ...[...reasons.keys()]
      .filter((line) => !lines.has(line))
      .map((line) => `${path}:${line} does not use the clock; remove the comment allow-clock`),
  ];
  return { findings, allowed: [...reasons].filter(([line, reason]) => reason !== '' && lines.has(line)).length };
}

/** Whether a comment is the first of its line, and so stands above what it allows. */
function isAlone(text: string, start: number): boolean {
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
}

/** Whether a number of milliseconds is one that a slow machine may need. */
function isShort(node: Node | undefined): boolean {
  return (
    node?.type === 'Literal' && typeof node.value === 'number' && node.value >= 1000 && node.value < SHORTEST_LIMIT
  );
}

type ClockUse = { readonly line: number; readonly text: string };

function clockUses(module: Module): readonly ClockUse[] {
  const uses = new Map<string, ClockUse>();
  const find = ({ start }: Node, text: string): void => {
    const line = module.lineAt(start);
    uses.set(`${line} ${text}`, { line, text });
  };
  const executors: Node[] = [];
  const timers: Node[] = [];
  new Visitor({
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Promise') executors.push(node);
    },
    CallExpression: (node) => {
      const { callee } = node;
      const name = nameOf(callee);
      if (callee.type === 'Identifier' ? name === 'setTimeout' : /^(?:globalThis|window)\.setTimeout$/.test(name))
        timers.push(node);
      if (/^performance\.(?:now|mark|measure)$|^process\.hrtime\b/.test(name)) find(node, ELAPSED);
      if (/\.waitForTimeout$/.test(name)) find(node, 'sleeps; wait for what the page shows');
      if (name === 'vi.waitFor' && node.arguments.length < 2) find(node, 'gives up after a second; use expect.poll');
      if (/\.setDefaultTimeout$/.test(name) && isShort(node.arguments[0])) find(node, SHORT);
      if (name === 'Atomics.wait') find(node, 'sleeps; wait for the event');
    },
    Property: (node) => {
      if (node.key.type === 'Identifier' && node.key.name === 'timeout' && isShort(node.value)) find(node, SHORT);
    },
    ImportDeclaration: (node) => {
      if (!SLEEP_MODULE.test(node.source.value)) return;
      const sleeps = node.specifiers.some(
        (one) =>
          one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier' || SLEEPERS.has(one.imported.name),
      );
      if (sleeps) find(node, 'imports a sleep; wait for the event or the condition');
    },
    BinaryExpression: (node) => {
      const { operator, left, right } = node;
      if (COMPARISONS.has(operator) && (isNow(left) || isNow(right)))
        find(node, 'decides by the time of day; wait for the event or inject a clock');
      if (operator === '-' && isNow(left) && isMoment(right)) find(node, ELAPSED);
    },
    Literal: (node) => {
      if (typeof node.value === 'string' && /\bpg_sleep\b/.test(node.value)) find(node, 'sleeps in SQL; hold a lock');
    },
    TemplateElement: (node) => {
      if (/\bpg_sleep\b/.test(node.value.raw)) find(node, 'sleeps in SQL; hold a lock');
    },
    ForStatement: (node) => {
      if (node.init?.type !== 'VariableDeclaration' || !awaitsAndLeaves(module, node.body)) return;
      const counts = node.init.declarations.some(({ id }) => id.type === 'Identifier' && POLL_COUNTER.test(id.name));
      if (counts) find(node, 'counts polls; wait for the event or the condition');
    },
  }).visit(module.program);
  for (const timer of timers)
    if (executors.some(({ start, end }) => start < timer.start && timer.end <= end))
      find(timer, 'sleeps; wait for the event or the condition');
  return [...uses.values()];
}

/** Whether the body of a loop awaits something and may leave the loop for it. */
function awaitsAndLeaves(module: Module, body: Node): boolean {
  const text = module.text.slice(body.start, body.end);
  return /\bawait\b/.test(text) && /\b(?:break|return)\b/.test(text);
}

/** `Date.now()`, `performance.now()`. */
function isNow(node: Expression): boolean {
  return node.type === 'CallExpression' && /^(?:Date|performance)\.now$/.test(nameOf(node.callee));
}

/** A variable or property that may hold an earlier moment; constants are durations. */
function isMoment(node: Expression): boolean {
  if (node.type === 'Identifier') return !/^[A-Z][A-Z0-9_]*$/.test(node.name);
  return node.type === 'MemberExpression';
}

/** `performance.now` of a callee; empty for others. */
function nameOf(node: Expression): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return '';
  return node.object.type === 'Identifier' ? `${node.object.name}.${node.property.name}` : `.${node.property.name}`;
}
