/** Whether this browser makes passkeys from what servers send. */
export const hasPasskeys = (): boolean =>
  typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function';

/**
 * Asks the browser for a new passkey.
 * @param options PublicKeyCredentialCreationOptionsJSON
 * @returns RegistrationResponseJSON; null when the person has cancelled, or the device has one already
 */
export async function createPasskey(options: string): Promise<string | null> {
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
    );
    const credential = await navigator.credentials.create({ publicKey });
    return credential === null ? null : JSON.stringify(credential);
  } catch {
    return null;
  }
}
