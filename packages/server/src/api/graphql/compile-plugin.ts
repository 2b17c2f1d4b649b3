import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  Kind,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { GuardedContext } from './guard-plugin.ts';
import { rootFieldsOf } from './limits.ts';

/** Queries with answers of more than ten thousand fields, for which the executor takes longer than the database. */
const LARGE = new Set(['homepage', 'asset_graph', 'timeline']);

type Compiled = CompiledQuery['query'];

/** Compiled documents that are kept. The console has one for each of these; each takes as much memory as some hundred parsed ones. */
const KEPT = 20;

/** Compiles documents with one query of which all root fields are large. */
export function compilePlugin(): Plugin<GuardedContext> {
  // Yoga keeps parsed documents: the same text is the same document.
  const kept = new LRUCache<DocumentNode, CompiledQuery | { readonly query: null }>({ max: KEPT });
  const compiled = (args: ExecutionArgs): Compiled | null => {
    if (!isLarge(args)) return null;
    const found = kept.get(args.document) ?? compile(args);
    kept.set(args.document, found);
    return found.query;
  };
  return {
    onExecute({ executeFn, setExecuteFn }) {
      // Here, since operations that are refused never get so far.
      setExecuteFn(async (args: ExecutionArgs): Promise<unknown> => {
        const query = compiled(args);
        if (query === null) return executeFn(args);
        const result = await query(args.rootValue, args.contextValue, args.variableValues ?? {});
        // Without data nothing was executed: the variables are wrong, which the executor reports with their place.
        return 'data' in result ? withPlainErrors(result) : executeFn(args);
      });
    },
  };
}

function isLarge({ document, operationName }: ExecutionArgs): boolean {
  const operation = getOperationAST(document, operationName);
  return (
    operation?.operation === 'query' &&
    rootFieldsOf(document, operation.selectionSet).every(({ name }) => LARGE.has(name.value)) &&
    document.definitions.every((each) => each === operation || each.kind === Kind.FRAGMENT_DEFINITION)
  );
}

function compile({ schema, document }: ExecutionArgs): CompiledQuery | { readonly query: null } {
  const result = compileQuery(schema, document);
  return isCompiledQuery(result) ? result : { query: null };
}

/** The errors of compiled queries may lack extensions. */
function withPlainErrors(result: ExecutionResult): ExecutionResult {
  if (!result.errors) return result;
  return {
    ...result,
    errors: result.errors.map(
      ({ message, path, originalError, extensions }) =>
        new GraphQLError(message, { path: path ?? null, originalError: originalError ?? null, extensions }),
    ),
  };
}
