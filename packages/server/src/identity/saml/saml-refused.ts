/** Why a response of an identity provider does not sign in. `message`: the value found and the one expected, for administrators. */
export class SamlRefused extends Error {
  override readonly name = 'SamlRefused';
}

export function refuseUnless(condition: boolean, message: string): asserts condition {
  if (!condition) throw new SamlRefused(message);
}
