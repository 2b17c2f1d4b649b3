import {
  type AnyVariables,
  type Client,
  createRequest,
  makeOperation,
  type OperationResult,
  type TypedDocumentNode,
} from 'urql';

/**
 * Sends a mutation whose request ends when it is cancelled, so that the server stops its work. An ordinary one goes on.
 * @returns cancels it: `onResult` is not called any more
 */
export function runCancellable<Data, Variables extends AnyVariables>(
  client: Client,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  onResult: (result: OperationResult<Data, Variables>) => void,
): () => void {
  const operation = client.createRequestOperation('mutation', createRequest(document, variables));
  let isOver = false;
  const { unsubscribe } = client.executeRequestOperation<Data, Variables>(operation).subscribe((result) => {
    if (isOver) return;
    isOver = true;
    onResult(result);
  });
  return () => {
    if (isOver) return;
    isOver = true;
    unsubscribe();
    client.reexecuteOperation(makeOperation('teardown', operation));
  };
}
