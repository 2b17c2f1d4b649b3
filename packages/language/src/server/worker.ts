import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { CONNECTION_OPTIONS } from './cancelled.ts';
import { startServer } from './start-server.ts';

/** What a web worker has of the browser's surroundings that is used here. */
type WorkerScope = {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  readonly postMessage: (message: unknown) => void;
  readonly setTimeout: (run: () => void, milliseconds: number) => number;
  readonly clearTimeout: (timer: number) => void;
  readonly close: () => void;
};

declare const self: WorkerScope;

/** The language server as a module worker: the page speaks the protocol with it through messages. */
const connection = createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self), CONNECTION_OPTIONS);
connection.onExit(() => self.close());
startServer(connection, {
  after: (milliseconds, run) => {
    const timer = self.setTimeout(run, milliseconds);
    return () => self.clearTimeout(timer);
  },
});
