/** A group of an account as its directory sees it: a role of the account, or one that the directory has added. */
export type Group = {
  readonly id: string;
  readonly name: string;
  readonly externalId: string | null;
  /** The key of the role that members hold: a preset, or the id of one that the account defines; null for a group that gives none. */
  readonly role: string | null;
  /** Whether the group is the role itself, which cannot be changed or deleted. */
  readonly isRole: boolean;
};

export type Member = { readonly id: string; readonly name: string };
