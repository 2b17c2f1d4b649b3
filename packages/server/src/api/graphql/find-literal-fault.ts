import { Kind, parse, visit } from 'graphql';
import { findTextFault } from '../../db/text-fault.ts';
import { TOKEN_LIMIT } from './limits.ts';

/** The first text within a document that no column can hold, as a sentence that names its argument; null when there is none. */
export function findLiteralFault(query: string): string | null {
  const fields: string[] = [];
  let found: string | null = null;
  const named = {
    enter: ({ name }: { readonly name: { readonly value: string } }): void => void fields.push(name.value),
    leave: (): void => void fields.pop(),
  };
  visit(parse(query, { maxTokens: TOKEN_LIMIT }), {
    [Kind.ARGUMENT]: named,
    [Kind.OBJECT_FIELD]: named,
    [Kind.STRING]: ({ value }) => {
      found ??= findTextFault(value, fields.join('.'));
    },
  });
  return found;
}
