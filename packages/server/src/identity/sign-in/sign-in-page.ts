/** A person of the demo data, whom the sign-in page offers to be. */
export type DemoPerson = {
  readonly email: string;
  readonly name: string;
  /** As shown: the role and what it may do, "Operator: can retry and abandon". */
  readonly role: string;
  /** As shown: the account's name. */
  readonly account: string;
  readonly password: string;
};

/** The console's own mark. */
const LOGO =
  '<svg width="22" height="22" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" aria-hidden="true"><circle cx="4" cy="5" r="2"/><circle cx="4" cy="15" r="2"/><circle cx="16" cy="10" r="2"/><path d="M6 5h3c3 0 2 5 5 5M6 15h3c3 0 2-5 5-5"/></svg>';

/** Text made safe to stand in HTML, also inside a quoted attribute. */
export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A page of ours around a body. */
export function layout(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Switchboard</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sign-in/style.css">${head}
</head>
<body>
<main>
<div class="brand">${LOGO}<span>Switchboard</span></div>
${body}
</main>
</body>
</html>
`;
}

export const alert = (message: string | null): string =>
  message === null ? '' : `<div class="error" role="alert">${escapeHtml(message)}</div>`;

export type SignInPage = {
  /** Where the form goes. */
  readonly action: string;
  readonly email: string;
  readonly error: string | null;
  /** Empty outside demo mode. */
  readonly demoPeople: readonly DemoPerson[];
  /** Passkey request options as JSON; null where there are no passkeys. */
  readonly passkeyRequest: string | null;
  /** Whether the page leads to the providers of accounts. */
  readonly offersSso: boolean;
};

/** Loads the script that asks for a passkey. */
export const PASSKEY_HEAD = '\n<script src="/sign-in/passkey.js" defer></script>';

/** A button that asks for a passkey, which the script shows where the browser has passkeys. */
export function passkeyForm(
  action: string,
  request: string | null,
  { ticket, isPrimary = false }: { readonly ticket?: string; readonly isPrimary?: boolean } = {},
): string {
  if (request === null) return '';
  const hidden = ticket === undefined ? '' : `<input type="hidden" name="ticket" value="${escapeHtml(ticket)}">`;
  return `<form method="post" action="${escapeHtml(action)}"${isPrimary ? '' : ' class="passkey"'} data-passkey="${escapeHtml(request)}" hidden>
${hidden}<input type="hidden" name="response" value="">
<div class="error" role="alert" hidden>No passkey was used. Try again, or sign in another way.</div>
<button type="submit"${isPrimary ? ' autofocus' : ' class="secondary"'}>Use a passkey</button>
</form>`;
}

/** The page on which somebody who cannot sign in requests a link to choose a password. */
export const FORGOTTEN_PATH = '/sign-in/forgotten';

/** @param sentTo the address for which a link was requested; null before */
export function forgottenPage(sentTo: string | null): string {
  const form = `<p>A link to choose another one is mailed to you.</p>
<form method="post" action="${FORGOTTEN_PATH}">
<label>Email<input name="email" type="email" autocomplete="username" required autofocus></label>
<button type="submit">Send the link</button>
</form>`;
  const sent = `<p role="status">If ${escapeHtml(sentTo ?? '')} signs in with a password here, a link is on its way to it. The link works once, for one hour.</p>`;
  return layout(
    'Reset the password',
    `<div class="card">
<h1>Reset the password</h1>
${sentTo === null ? form : sent}
<p class="more"><a href="/">Back to sign-in</a></p>
</div>`,
  );
}

export function signInPage(page: SignInPage): string {
  const action = escapeHtml(page.action);
  const focus = page.email === '' ? ['autofocus', ''] : ['', 'autofocus'];
  return layout(
    'Sign in',
    `<div class="card">
<h1>Sign in</h1>
<p>to the operations console</p>
${alert(page.error)}
<form method="post" action="${action}">
<label>Email<input name="email" type="email" autocomplete="username" required ${focus[0]} value="${escapeHtml(page.email)}"></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required ${focus[1]}></label>
<button type="submit">Sign in</button>
${page.offersSso ? `<button type="submit" class="secondary" formaction="${action}/sso" formnovalidate>Use single sign-on</button>\n` : ''}</form>
${passkeyForm(`${page.action}/passkey`, page.passkeyRequest)}
<p class="more"><a href="${FORGOTTEN_PATH}">Reset the password</a></p>
</div>
${demo(page.demoPeople, action)}`,
    PASSKEY_HEAD,
  );
}

/** The accounts are tabs without a script: each is a radio button, and the checked one shows the people behind it. */
function demo(people: readonly DemoPerson[], action: string): string {
  if (people.length === 0) return '';
  const accounts = Map.groupBy(people, ({ account }) => account);
  const tabs = [...accounts].map(([account, own], index) => {
    const name = escapeHtml(account);
    const buttons = own.map((person) => demoButton(person, action)).join('');
    return `<input type="radio" name="account" id="account-${index}"${index === 0 ? ' checked' : ''}><label for="account-${index}">${name}</label><section aria-label="${name}">${buttons}</section>`;
  });
  return `<div class="card demo">
<h2>Demo people</h2>
<p>This program runs with demo data. Choose who to be.</p>
<div class="tabs">
${tabs.join('\n')}
</div>
</div>`;
}

function demoButton(person: DemoPerson, action: string): string {
  const field = (name: string, value: string): string =>
    `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
  return `<form method="post" action="${action}">${field('email', person.email)}${field('password', person.password)}<button type="submit" title="${escapeHtml(`${person.email}, password ${person.password}`)}"><b>${escapeHtml(person.name)}</b> · ${escapeHtml(person.role)}</button></form>`;
}

export function changePasswordPage(page: {
  readonly action: string;
  readonly ticket: string;
  readonly error: string | null;
  /** Why a password is to be chosen. */
  readonly reason?: string;
}): string {
  const reason = page.reason ?? 'The one you used was handed out and works only once.';
  return layout(
    'Choose a password',
    `<div class="card">
<h1>Choose a password</h1>
<p>${escapeHtml(reason)}</p>
${alert(page.error)}
<form method="post" action="${escapeHtml(page.action)}">
<input type="hidden" name="ticket" value="${escapeHtml(page.ticket)}">
<label>Password<input name="password" type="password" autocomplete="new-password" required autofocus></label>
<label>Password once more<input name="repeated" type="password" autocomplete="new-password" required></label>
<button type="submit">Save and continue</button>
</form>
</div>`,
  );
}

export function passwordSavedPage(): string {
  return layout(
    'Password saved',
    `<div class="card">
<h1>Password saved</h1>
<p>Sign in with your new password.</p>
<form action="/"><button type="submit">Sign in</button></form>
</div>`,
  );
}

/** Sends the provider's own form by itself; without scripts by its button. */
export function signOutPage(form: string): string {
  return layout(
    'Sign out',
    `<div class="card">
<h1>Sign out</h1>
<p>You are being signed out of Switchboard.</p>
${form}
<form><button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button></form>
</div>`,
    '\n<script src="/sign-in/sign-out.js" defer></script>',
  );
}

/** Asks the browser for a passkey, and sends what it signs by the form. */
export const PASSKEY_SCRIPT = `const form = document.querySelector('form[data-passkey]');
if (form && window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
  const response = form.querySelector('input[name=response]');
  const problem = form.querySelector('[role=alert]');
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    problem.hidden = true;
    try {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(form.dataset.passkey));
      response.value = JSON.stringify(await navigator.credentials.get({ publicKey }));
      form.submit();
    } catch {
      problem.hidden = false;
    }
  });
}
`;

export const SIGN_OUT_SCRIPT = "document.querySelector('button[name=logout]')?.click();\n";

export function errorPage(message: string): string {
  return layout(
    'Sign-in failed',
    `<div class="card">
<h1>Sign-in failed</h1>
${alert(message)}
<form action="/"><button type="submit">Back to the console</button></form>
</div>`,
  );
}
