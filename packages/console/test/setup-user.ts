import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event';

/**
 * A person at mouse and keyboard, without pauses between keys. The test DOM has no style sheets, so no element is out of reach of the
 * pointer, and its computed style is not asked for.
 */
export const setupUser = (): UserEvent =>
  userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

/** Clicks a field and pastes a text, where the keys are not the subject: a form is rendered once, not for each of them. */
export async function fill(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
