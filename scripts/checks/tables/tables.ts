import { Visitor } from 'oxc-parser';
import { textCheck } from '../check.ts';
import { readModule } from '../modules.ts';
import type { Tree } from '../tree.ts';
import { functionWrites } from './function-writes.ts';
import { FUNCTION_TABLES, TABLE_ROOMS, VARIABLE_TABLES } from './table-rooms.ts';

const SERVER = 'packages/server/src/';
const CODE = /^packages\/server\/src\/(?!.*\/(?:testing|migrations)\/).*(?<!\.test)\.ts$/;
const STATEMENT =
  /\b(?:insert\s+into|delete\s+from|merge\s+into)\s+(?:only\s+)?([a-z_.]+|\$\{)|\bupdate\s+(?:only\s+)?([a-z_.]+|\$\{)(?:[^\n]*?\}|\s+(?:as\s+)?(?!set\b)[a-z_]+)?\s+set\b/gi;
const METHODS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);
const CANDIDATE = /insert\s+into|delete\s+from|merge\s+into|\bupdate\b|insertInto|updateTable|deleteFrom|mergeInto/i;

/** Tables that no statement of the code names. */
const VARIED = new Set([...Object.values(VARIABLE_TABLES), ...Object.values(FUNCTION_TABLES)].flat());

/** Stands for a table that a statement takes from a variable. */
const VARIABLE = '${';

type Write = { readonly table: string; readonly path: string; readonly line: number };

/** A table is written by one room, or by functions of the database that are listed. */
export const tables = textCheck('tables', 'each table has one room that writes it', (tree) => {
  const writes = tree.files
    .filter((path) => CODE.test(path) && CANDIDATE.test(tree.read(path)))
    .flatMap((path) => writesOf(tree, path));
  const written = new Set(writes.map(({ table }) => table).filter((table) => table !== VARIABLE));

  return {
    findings: [...writes.flatMap(findingOf), ...functionFindings(tree), ...unusedEntries(writes)],
    note: `${written.size} tables`,
  };
});

function findingOf({ table, path, line }: Write): string[] {
  const at = `${path}:${line}`;
  const file = path.slice(SERVER.length);
  if (table === VARIABLE) {
    const names = VARIABLE_TABLES[file];
    if (names === undefined) return [`${at} writes a table named by a variable; name it`];
    return names.flatMap((name) => findingOf({ table: name, path, line }));
  }
  const room = TABLE_ROOMS[table];
  if (room === undefined)
    return [`${at} writes table ${table}, which has no room in scripts/checks/tables/table-rooms.ts`];
  if (path.startsWith(`${SERVER}${room}/`)) return [];
  return [`${at} writes table ${table} of room ${room}; call a function of that room`];
}

/** Functions whose writes are not those that are listed, and listed tables without a room. */
function functionFindings(tree: Tree): string[] {
  const found = functionWrites(tree);
  const names = new Set([...found.keys(), ...Object.keys(FUNCTION_TABLES)]);
  return [...names].flatMap((name) => {
    const [actual, listed] = [found.get(name) ?? [], FUNCTION_TABLES[name] ?? []];
    const homeless = listed.filter((table) => TABLE_ROOMS[table] === undefined);
    return [
      ...(actual.join() === listed.join()
        ? []
        : [
            `function ${name} of the database writes ${actual.join(', ') || 'no table'}; scripts/checks/tables/table-rooms.ts lists ${listed.join(', ') || 'none'}`,
          ]),
      ...homeless.map((table) => `function ${name} of the database writes table ${table}, which has no room`),
    ];
  });
}

/** Entries of the data that no statement needs: the lists can only shrink. */
function unusedEntries(writes: readonly Write[]): string[] {
  return [
    ...Object.keys(VARIABLE_TABLES)
      .filter((file) => !writes.some(({ table, path }) => table === VARIABLE && path === `${SERVER}${file}`))
      .map((path) => `scripts/checks/tables/table-rooms.ts lists ${path}, which writes no table named by a variable`),
    ...Object.keys(TABLE_ROOMS)
      .filter((table) => !writes.some((write) => write.table === table) && !VARIED.has(table))
      .map((table) => `scripts/checks/tables/table-rooms.ts lists table ${table}, which no code writes`),
  ];
}

function writesOf(tree: Tree, path: string): Write[] {
  const module = readModule(tree, path);
  const writes: Write[] = [];
  const add = (table: string, at: number): void => void writes.push({ table, path, line: module.lineAt(at) });
  const read = (text: string, start: number): void => {
    for (const found of text.matchAll(STATEMENT)) {
      const table = found[1] ?? found[2] ?? '';
      if (table !== 'set') add(table, start + found.index);
    }
  };
  new Visitor({
    TemplateLiteral: ({ start, end }) => read(module.text.slice(start, end), start),
    Literal: ({ value, start }) => {
      if (typeof value === 'string') read(value, start);
    },
    CallExpression: ({ callee, arguments: given }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const [first] = given;
      if (!METHODS.has(callee.property.name) || first?.type !== 'Literal') return;
      if (typeof first.value === 'string') add(first.value, callee.property.start);
    },
  }).visit(module.program);
  // A template inside another is part of both.
  return [...new Map(writes.map((write) => [`${write.table}:${write.line}`, write])).values()];
}
