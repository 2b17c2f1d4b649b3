import { OAUTH_FAULTS } from './oauth-faults.ts';

/** An authorization request of a client. */
export type AuthorizationRequest = {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly state: string;
  readonly scope: string;
  readonly code_challenge: string;
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The page on which a person allows or denies access, as one of the accounts, and chooses what goes wrong. */
export function consentPage(request: AuthorizationRequest, accounts: readonly string[]): string {
  const hidden = Object.entries(request).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const options = accounts.map((account) => `<option>${escapeHtml(account)}</option>`);
  const faults = Object.entries(OAUTH_FAULTS).map(
    ([name, text]) => `<option value="${name}">${escapeHtml(name)}: ${escapeHtml(text)}</option>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sample provider</title></head>
<body>
<h1>Sample provider</h1>
<p><strong>${escapeHtml(request.client_id)}</strong> asks to read reports.</p>
<form method="post" action="/oauth/authorize">
${hidden.join('\n')}
<p><label>Account <select name="account">${options.join('')}</select></label></p>
<p><label>Fault <select name="fault"><option value="">none</option>${faults.join('')}</select></label></p>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>
</body>
</html>
`;
}
