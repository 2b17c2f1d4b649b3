import type { NewApp } from '../factors/authenticator-app.ts';
import { alert, escapeHtml, layout, PASSKEY_HEAD, passkeyForm } from './sign-in-page.ts';

const ticketField = (ticket: string): string => `<input type="hidden" name="ticket" value="${escapeHtml(ticket)}">`;

const codeField = (label: string, { takesFocus }: { readonly takesFocus: boolean }): string =>
  `<label>${label}<input name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" required${takesFocus ? ' autofocus' : ''}></label>`;

export type FactorPage = {
  readonly action: string;
  readonly ticket: string;
  readonly error: string | null;
  readonly hasAuthenticatorApp: boolean;
  /** Passkey request options as JSON; null when the person has no passkey. */
  readonly passkeyRequest: string | null;
};

/** Asks for the second factor, after the password. */
export function factorPage(page: FactorPage): string {
  const how = page.hasAuthenticatorApp
    ? 'Enter the code of your authenticator app. Without the app, enter one of your recovery codes.'
    : 'Use your passkey. Without it, enter one of your recovery codes.';
  const code = `<form method="post" action="${escapeHtml(page.action)}">
${ticketField(page.ticket)}
${codeField(page.hasAuthenticatorApp ? 'Code' : 'Recovery code', { takesFocus: page.hasAuthenticatorApp })}
<button type="submit"${page.hasAuthenticatorApp ? '' : ' class="secondary"'}>Continue</button>
</form>`;
  const isFirst = !page.hasAuthenticatorApp;
  const passkey = passkeyForm(page.action, page.passkeyRequest, { ticket: page.ticket, isPrimary: isFirst });
  return layout(
    'Second factor',
    `<div class="card">
<h1>Second factor</h1>
<p>${how}</p>
${alert(page.error)}
${isFirst ? `${passkey}\n${code}` : `${code}\n${passkey}`}
</div>`,
    PASSKEY_HEAD,
  );
}

export type EnrolmentPage = {
  readonly action: string;
  readonly ticket: string;
  readonly error: string | null;
  readonly app: NewApp;
};

/** Adds an authenticator app during a sign-in that requires a second factor. */
export function enrolmentPage({ action, ticket, error, app }: EnrolmentPage): string {
  const { size, path } = app.qrCode;
  return layout(
    'Add an authenticator app',
    `<div class="card">
<h1>Add an authenticator app</h1>
<p>Signing in requires a second factor. Scan the code with an authenticator app, or type the key into it. Then enter the code that the app shows.</p>
${alert(error)}
<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code for authenticator apps" shape-rendering="crispEdges"><path fill="currentColor" d="${path}"/></svg>
<p class="secret"><span aria-label="Key">${escapeHtml(app.secret)}</span></p>
<form method="post" action="${escapeHtml(action)}">
${ticketField(ticket)}
${codeField('Code', { takesFocus: true })}
<button type="submit">Continue</button>
</form>
</div>`,
  );
}

/** Says that the link to add the first factor was mailed. */
export function linkMailedPage(email: string): string {
  return layout(
    'Add a second factor',
    `<div class="card">
<h1>Add a second factor</h1>
<p>Signing in requires a second factor, and you have none yet. A link to add one was mailed to ${escapeHtml(maskAddress(email))}. Open it in this browser within an hour, and sign in again.</p>
<p>If the mail does not come within a few minutes, search your spam folder, then sign in again for another link: at most one a minute and five an hour are mailed. If you cannot read mail at this address, ask your administrator for a new password.</p>
</div>`,
  );
}

/** The first letter and the host of an address. */
function maskAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email].at(0) ?? ''}•••${email.slice(at)}`;
}

/** Shows new recovery codes, once, before a sign-in is completed. */
export function recoveryCodesPage(page: {
  readonly action: string;
  readonly ticket: string;
  readonly codes: readonly string[];
}): string {
  return layout(
    'Recovery codes',
    `<div class="card">
<h1>Recovery codes</h1>
<p>Each code signs you in once without your app. They are shown only now: keep them where you find them without your phone.</p>
<ul class="codes">${page.codes.map((code) => `<li>${escapeHtml(code)}</li>`).join('')}</ul>
<form method="post" action="${escapeHtml(page.action)}">
${ticketField(page.ticket)}
<button type="submit">I have saved the codes</button>
</form>
</div>`,
  );
}
