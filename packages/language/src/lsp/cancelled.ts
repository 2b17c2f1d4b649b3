import { type ConnectionOptions, LSPErrorCodes, Message } from 'vscode-languageserver';

/** Requests that are called off before their turn are answered at once, instead of being worked on. */
export const CONNECTION_OPTIONS: ConnectionOptions = {
  connectionStrategy: {
    cancelUndispatched: (message) => {
      if (!Message.isRequest(message)) return undefined;
      const error = { code: LSPErrorCodes.RequestCancelled, message: 'Cancelled.' };
      return { jsonrpc: message.jsonrpc, id: message.id, error };
    },
  },
};
