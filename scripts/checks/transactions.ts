import { type Node, Visitor } from 'oxc-parser';
import { textCheck } from './check.ts';
import { type Module, readModule } from './modules.ts';

const CODE = /^packages\/server\/src\/.*(?<!\.test)\.ts$/;
/** Methods of the database that open a transaction for the function they are given. */
const OPENERS = new Set(['withAccount', 'withSystem', 'withIdentity', 'withAdmin']);
const CANDIDATE = new RegExp(String.raw`\.(?:${[...OPENERS].join('|')})\(|\bTx\b`);

type Range = { readonly start: number; readonly end: number };
/** A function that has a transaction: its range, the name of the transaction, and whether it opens it. */
type Holder = Range & { readonly tx: string; readonly opens: boolean };

/** A change, its events and its jobs are one transaction. */
export const transactions = textCheck(
  'transactions',
  'an event is recorded in the transaction of what it reports; no transaction is opened inside another',
  (tree) => ({
    findings: tree.files
      .filter((path) => CODE.test(path) && CANDIDATE.test(tree.read(path)))
      .flatMap((path) => moduleFindings(readModule(tree, path))),
  }),
);

function moduleFindings(module: Module): string[] {
  const holders: Holder[] = [];
  const opened: number[] = [];
  const events: { readonly at: number; readonly tx: string }[] = [];
  const names: { readonly at: number; readonly name: string }[] = [];
  const hold = (node: Node): void => {
    const holder = holderOf(node);
    if (holder !== null) holders.push(holder);
  };
  new Visitor({
    FunctionDeclaration: hold,
    FunctionExpression: hold,
    ArrowFunctionExpression: hold,
    Identifier: ({ name, start }) => void names.push({ at: start, name }),
    CallExpression: ({ callee, arguments: given, start }) => {
      if (callee.type === 'Identifier' && callee.name === 'recordEvent' && given[0]?.type === 'Identifier')
        events.push({ at: start, tx: given[0].name });
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (!OPENERS.has(callee.property.name)) return;
      opened.push(callee.property.start);
      const use = given.at(-1);
      if (use?.type !== 'ArrowFunctionExpression') return;
      const [first] = use.params;
      if (first?.type === 'Identifier') holders.push({ start: use.start, end: use.end, tx: first.name, opens: true });
    },
  }).visit(module.program);

  const within = ({ start, end }: Range, at: number): boolean => start <= at && at < end;
  const inside = opened.filter((at) => holders.some((holder) => within(holder, at)));
  // The parameter itself, and its use for the event.
  const alone = events.filter(({ at, tx }) =>
    holders.some(
      (holder) =>
        holder.opens &&
        holder.tx === tx &&
        within(holder, at) &&
        names.filter((one) => one.name === tx && within(holder, one.at)).length <= 2,
    ),
  );
  return [
    ...inside.map(
      (at) => `${module.path}:${module.lineAt(at)} opens a transaction inside another; use the one that is open`,
    ),
    ...alone.map(
      ({ at }) =>
        `${module.path}:${module.lineAt(at)} records an event in a transaction of its own; record it with the change`,
    ),
  ];
}

/** A function whose parameter is declared as a transaction. */
function holderOf(node: Node): Holder | null {
  if (!('params' in node) || !Array.isArray(node.params)) return null;
  for (const parameter of node.params as readonly Node[]) {
    if (parameter.type !== 'Identifier') continue;
    const type = parameter.typeAnnotation?.typeAnnotation;
    if (type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'Tx')
      return { start: node.start, end: node.end, tx: parameter.name, opens: false };
  }
  return null;
}
