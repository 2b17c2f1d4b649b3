/** The side of a worker that a page talks to. */
export type MessageTarget = {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  terminate(): void;
};

type Answer = {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
};

type Incoming = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
};

/** Calls a function when a request is cancelled. */
export type Cancellation = { readonly onCancellationRequested: (cancel: () => void) => unknown };

/** The server refused a request. Its message is for people. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
}

/** JSON-RPC with a worker, as the language server protocol uses it. */
export class MessagePort {
  readonly #target: MessageTarget;
  readonly #waiting = new Map<number, Answer>();
  #lastId = 0;
  /** Receives the notifications of the server. */
  onNotification: (method: string, params: unknown) => void = () => undefined;

  constructor(target: MessageTarget) {
    this.#target = target;
    target.onmessage = ({ data }) => this.#receive(data as Incoming);
  }

  /** @throws RequestRefused when the server answers with an error */
  request<Result>(method: string, params: unknown, cancellation?: Cancellation): Promise<Result> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#target.postMessage({ jsonrpc: '2.0', id, method, params });
    cancellation?.onCancellationRequested(() => {
      if (this.#waiting.has(id)) this.notify('$/cancelRequest', { id });
    });
    return answered as Promise<Result>;
  }

  notify(method: string, params: unknown): void {
    this.#target.postMessage({ jsonrpc: '2.0', method, params });
  }

  close(): void {
    this.#target.terminate();
    this.#waiting.clear();
  }

  #receive({ id, method, params, result, error }: Incoming): void {
    if (method !== undefined) {
      // The server asks for nothing that this client has; a request without an answer would keep it waiting.
      if (id === undefined) this.onNotification(method, params);
      else this.#target.postMessage({ jsonrpc: '2.0', id, result: null });
      return;
    }
    const answer = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || answer === undefined) return;
    this.#waiting.delete(id);
    if (error === undefined) answer.resolve(result);
    else answer.reject(new RequestRefused(error.message));
  }
}
