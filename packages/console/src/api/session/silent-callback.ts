import { UserManager } from 'oidc-client-ts';

/** Runs in the hidden frame of a silent renewal: hands the provider's answer to the page around it. */
export async function finishSilentSignIn(): Promise<void> {
  await new UserManager({ authority: '', client_id: '', redirect_uri: '' }).signinSilentCallback();
}
