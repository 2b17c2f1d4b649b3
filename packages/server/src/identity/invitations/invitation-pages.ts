import { alert, escapeHtml, layout } from '../sign-in/sign-in-page.ts';
import { labelsOf, type OpenInvitation } from './store-invitation.ts';

type JoinPage = {
  readonly invitation: OpenInvitation;
  readonly secret: string;
  readonly error: string | null;
  /** As it was typed, or as the inviter wrote it. */
  readonly name: string;
  /** Whether the person chooses a password here. */
  readonly keepsPasswords: boolean;
};

const PASSWORDS = `
<label>Password<input name="password" type="password" autocomplete="new-password" required></label>
<label>Password once more<input name="repeated" type="password" autocomplete="new-password" required></label>`;

/** The page on which a person without a sign-in of their own answers an invitation. */
export function joinPage({ invitation, secret, error, name, keepsPasswords }: JoinPage): string {
  const { account_name: account, inviter_name: inviter, email, role_names: names } = invitation;
  const hidden = `<input type="hidden" name="invitation" value="${escapeHtml(secret)}">`;
  return layout(
    `Join ${account}`,
    `<div class="card">
<h1>Join ${escapeHtml(account)}</h1>
<p>${escapeHtml(inviter)} invites ${escapeHtml(email)} to ${escapeHtml(account)} as ${escapeHtml(labelsOf(names))}.</p>
${alert(error)}
<form method="post">
${hidden}<input type="hidden" name="answer" value="accept">
<label>Your name<input name="name" autocomplete="name" maxlength="200" required autofocus value="${escapeHtml(name)}"></label>${keepsPasswords ? PASSWORDS : ''}
<button type="submit">Accept</button>
</form>
<form method="post">
${hidden}<input type="hidden" name="answer" value="decline">
<button type="submit" class="secondary">Decline</button>
</form>
</div>`,
  );
}

/** How an invitation ended. */
export function answeredPage(title: string, text: string): string {
  return layout(
    title,
    `<div class="card">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<form action="/"><button type="submit">Sign in</button></form>
</div>`,
  );
}
