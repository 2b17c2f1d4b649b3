/** Thrown for a document that says itself that something failed, beside its rows or in their place. */
export class ReportedError extends SyntaxError {}

const SHOWN_LENGTH = 200;

/** A member or element that says that something failed, with what it says. */
export type Reported = { readonly name: string; readonly text: string };

/** The text of an error on one line and cut, after its name. `shown`: the name as messages have it. */
export const quotedError = ({ text }: Reported, shown: string): string =>
  `${shown}: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN_LENGTH)}`;
