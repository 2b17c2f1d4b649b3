import { stringifyDocument, type TypedDocumentNode } from 'urql';

/** A query of the API with its variables. */
export type ApiCall = {
  readonly document: TypedDocumentNode<unknown, never>;
  readonly variables: Readonly<Record<string, unknown>>;
};

type Place = {
  /** Where the API is: https://switchboard.example */
  readonly origin: string;
  /** The account's url name. */
  readonly account: string;
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A call as a curl command. It reads the token from the environment, so that the command can be passed on. */
export function curlOf({ document, variables }: ApiCall, { origin, account }: Place): string {
  const body = JSON.stringify({ query: stringifyDocument(document), variables });
  return [
    `curl ${quoted(`${origin}/api/graphql`)}`,
    '-H "Authorization: Bearer $SWITCHBOARD_TOKEN"',
    `-H ${quoted(`Account-Uri: ${account}`)}`,
    "-H 'Content-Type: application/json'",
    `--data ${quoted(body)}`,
  ].join(' \\\n  ');
}
