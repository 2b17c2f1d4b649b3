import { UserManager } from 'oidc-client-ts';

/** Runs in the hidden frame of a silent renewal: passes the provider's response to the parent page. */
export async function finishSilentSignIn(): Promise<void> {
  await new UserManager({ authority: '', client_id: '', redirect_uri: '' }).signinSilentCallback();
}
