import { type ConnectionOptions, LSPErrorCodes, Message } from 'vscode-languageserver';

/** Requests that are cancelled before they are handled are answered at once. */
export const CONNECTION_OPTIONS: ConnectionOptions = {
  connectionStrategy: {
    cancelUndispatched: (message) => {
      if (!Message.isRequest(message)) return undefined;
      const error = { code: LSPErrorCodes.RequestCancelled, message: 'Cancelled.' };
      return { jsonrpc: message.jsonrpc, id: message.id, error };
    },
  },
};
