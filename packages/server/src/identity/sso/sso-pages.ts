import { escapeHtml, layout } from '../sign-in/sign-in-page.ts';
import type { NamedConnection } from './find-connections.ts';

/**
 * Page that forwards to an identity provider. Browsers would refuse a redirect: the policy of the page before it lets its form
 * lead to this site only.
 */
export function toProviderPage({ name, url }: { readonly name: string; readonly url: string }): string {
  const address = escapeHtml(url);
  return layout(
    'Sign in',
    `<div class="card">
<h1>Sign in</h1>
<p>You are being led to ${escapeHtml(name)}.</p>
<p><a href="${address}">Continue to ${escapeHtml(name)}</a></p>
</div>`,
    `\n<meta http-equiv="refresh" content="0;url=${address}">`,
  );
}

/** Offers several connections of one mail domain. */
export function chooseConnectionPage(page: {
  readonly action: string;
  readonly email: string;
  readonly connections: readonly NamedConnection[];
}): string {
  const buttons = page.connections.map(
    ({ id, name }) =>
      `<button type="submit" name="connection" value="${escapeHtml(id)}" class="secondary">${escapeHtml(name)}</button>`,
  );
  return layout(
    'Sign in',
    `<div class="card">
<h1>Sign in</h1>
<p>Choose how to sign in.</p>
<form method="post" action="${escapeHtml(page.action)}">
<input type="hidden" name="email" value="${escapeHtml(page.email)}">
${buttons.join('\n')}
</form>
</div>`,
  );
}
