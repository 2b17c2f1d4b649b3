// Imported once: a query that fails while a test waits for it is repeated, so its error need not print the document. The last one does.
import { configure, getConfig } from '@testing-library/react';

const { getElementError } = getConfig();

configure({
  getElementError: (message, container) => {
    if (!isPolling()) return getElementError(message, container);
    const error = new Error(message ?? '');
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

/** Testing Library marks with this that errors are thrown away. */
function isPolling(): boolean {
  const config = getConfig() as { readonly _disableExpensiveErrorDiagnostics?: boolean };
  return config._disableExpensiveErrorDiagnostics === true;
}
