import { UserManager } from 'oidc-client-ts';

// Runs in the hidden frame of a silent renewal at another provider, or in the window of a sign-in: passes the provider's
// response to the console's page.
const manager = new UserManager({ authority: '', client_id: '', redirect_uri: '' });
void (window.parent === window ? manager.signinPopupCallback() : manager.signinSilentCallback());
