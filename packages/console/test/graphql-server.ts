type Variables = Readonly<Record<string, unknown>>;

/**
 * Answers of the server by the operation's name: its `data`, also as a promise, or an Error for a GraphQL error. Other
 * requests are answered by their path, with a Response.
 */
export type Answers = Readonly<Record<string, (variables: Variables) => unknown>>;

export type Request = { readonly operation: string; readonly variables: Variables };

export type GraphqlServer = {
  readonly fetch: typeof fetch;
  /** Every request so far, oldest first. */
  readonly requests: readonly Request[];
  /** The variables of the requests for an operation so far, oldest first. */
  readonly sent: (operation: string) => readonly Variables[];
};

/**
 * A GraphQL endpoint in memory, behind the `fetch` of a transport.
 * @throws when an operation has no answer
 */
export function buildGraphqlServer(answers: Answers): GraphqlServer {
  const requests: Request[] = [];
  return {
    requests,
    sent: (operation) => requests.filter((one) => one.operation === operation).map(({ variables }) => variables),
    fetch: async (input, init) => {
      if (init?.body === undefined) {
        const path = input instanceof Request ? input.url : input.toString();
        requests.push({ operation: path, variables: {} });
        const response = await answers[path]?.({});
        if (!(response instanceof Response)) throw new Error(`The test has no response for ${path}.`);
        return response;
      }
      const { operationName, variables = {} } = JSON.parse(init?.body as string) as {
        operationName: string;
        variables?: Variables;
      };
      requests.push({ operation: operationName, variables });
      const answer = answers[operationName];
      if (answer === undefined) throw new Error(`The test has no answer for the operation ${operationName}.`);
      const data = await answer(variables);
      const body = data instanceof Error ? { data: null, errors: [{ message: data.message }] } : { data };
      return Response.json(body, { headers: { 'Content-Type': 'application/graphql-response+json' } });
    },
  };
}
