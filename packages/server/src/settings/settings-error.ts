/** A setting that cannot be used. The message is one line that names it and says why. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
