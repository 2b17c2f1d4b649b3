import { type ConnectionOptions, Message } from 'vscode-languageserver';
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { CONNECTION_OPTIONS } from './cancelled.ts';
import { startServer } from './start-server.ts';

type Port = { onmessage: (() => void) | null; readonly postMessage: (message: unknown) => void };

/** The globals of a web worker that are used here. */
type WorkerScope = {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  readonly postMessage: (message: unknown) => void;
  readonly setTimeout: (run: () => void, milliseconds: number) => number;
  readonly clearTimeout: (timer: number) => void;
  readonly close: () => void;
  readonly MessageChannel: new () => { readonly port1: Port; readonly port2: Port };
};

declare const self: WorkerScope;

const { port1: receiver, port2: sender } = new self.MessageChannel();

/** Resolves once the queued messages are processed. */
function afterQueuedMessages(): Promise<void> {
  return new Promise((resolve) => {
    receiver.onmessage = resolve;
    sender.postMessage(null);
  });
}

/** Delays each request past the queued messages, so that the page can still cancel it; requests run one at a time, in order. */
const options: ConnectionOptions = {
  ...CONNECTION_OPTIONS,
  maxParallelism: 1,
  messageStrategy: {
    handleMessage: (message, next) =>
      Message.isRequest(message) ? afterQueuedMessages().then(() => next(message)) : next(message),
  },
};

/** The language server as a module worker: the page exchanges protocol messages with it. */
const connection = createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self), options);
connection.onExit(() => self.close());
startServer(connection, {
  after: (milliseconds, run) => {
    const timer = self.setTimeout(run, milliseconds);
    return () => self.clearTimeout(timer);
  },
});
