/** A person as the identity provider knows them. */
export type KnownPerson = { readonly name: string };

/** The result of a call to the provider; `problem` is for the administrator. */
export type DirectoryResult<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'failed'; readonly problem: string };

/** A login at the provider that a person has used here. */
export type Login = { readonly issuer: string; readonly subject: string };

/**
 * Operations of another identity provider that administration calls after a change was committed here. Each call may be
 * repeated. The embedded provider needs none: its logins are rows that change in the same transaction.
 */
export type UserDirectory = {
  /** The issuer of the logins that it administers. */
  readonly issuer: string;
  /** Null for an address that the provider does not know. */
  findByEmail(email: string): Promise<DirectoryResult<KnownPerson | null>>;
  /** Lets a person sign in with a password, unless they can sign in already. A mail leads them to choose the password. */
  addUser(person: { readonly email: string; readonly name: string }): Promise<DirectoryResult<null>>;
  setBlocked(login: Login, blocked: boolean): Promise<DirectoryResult<null>>;
  /**
   * Mails a link to choose a new password, and adds who is not known. `no_password`: the person signs in another way.
   */
  sendPasswordReset(person: {
    readonly email: string;
    readonly name: string;
  }): Promise<DirectoryResult<'sent' | 'no_password'>>;
  /** Deletes the logins that `addUser` created, and returns them. Those that existed before stay. */
  deleteUser(email: string): Promise<DirectoryResult<readonly Login[]>>;
};
