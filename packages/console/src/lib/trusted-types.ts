type Rules = {
  /** Null: the browser refuses the text. */
  readonly createHTML?: (html: string) => string | null;
  readonly createScriptURL?: (url: string) => string | null;
};
type Policy = { readonly createHTML: (html: string) => string };
type TrustedTypes = { readonly createPolicy: (name: string, rules: Rules) => Policy };

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };

/**
 * Decides about texts that are about to become markup or the address of a script, where the Content-Security-Policy requires it:
 * style sheets of components pass, and workers of this origin. The editor brings policies of its own.
 */
export function guardMarkup(): void {
  trustedTypes?.createPolicy('default', {
    createHTML: (html) => (html.includes('<') ? null : html),
    createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
  });
}

/** Parses a page of the provider into a document that is not shown, in which no script runs. */
export function parseInert(html: string): Document {
  const inert = trustedTypes?.createPolicy('inert', { createHTML: () => html });
  // The declarations of TypeScript know texts only.
  return new DOMParser().parseFromString(inert?.createHTML('') ?? html, 'text/html');
}
