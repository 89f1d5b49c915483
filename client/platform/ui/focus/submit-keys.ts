/** The layer on top that takes the keys, if one is open: a dialog, not a message. */
const topDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].findLast(
    (one) => one.closest('[data-layer=toast]') === null && one.checkVisibility(),
  )

/** The button that submits a form, inside of it or in the footer of its dialog. */
const submitOf = (form: HTMLFormElement): HTMLElement | undefined =>
  [...form.elements].find(
    (one): one is HTMLButtonElement => one instanceof HTMLButtonElement && one.type === 'submit',
  )

/**
 * Returns the button that sends what is written: of the form with a text that the target is part of, such as an email’s
 * subject, or the main one of the dialog with the text.
 */
const sendButtonAt = (target: EventTarget | null): HTMLElement | null | undefined => {
  if (!(target instanceof HTMLElement)) return undefined
  const form = target.closest('form')
  if (form) return form.querySelector('textarea, [contenteditable=true]') ? submitOf(form) : undefined
  if (!target.isContentEditable && !(target instanceof HTMLTextAreaElement)) return undefined
  return target.closest('[role=dialog]')?.querySelector<HTMLElement>('footer button:last-of-type')
}

/** Returns the button that saves the form with the focus, or else the only one of the dialog or screen. */
const saveButtonAt = (target: EventTarget | null): HTMLElement | undefined => {
  const own = target instanceof Element ? target.closest('form') : null
  const within = topDialog() ?? document.querySelector<HTMLElement>('#content')
  const forms = own ? [own] : [...(within?.querySelectorAll('form') ?? [])]
  const buttons = forms.flatMap((form) => submitOf(form) ?? [])
  return buttons.length === 1 ? buttons[0] : undefined
}

/** Presses the button that sends the note, email or reply that is being written. Returns whether there is one. */
export const sendWritten = (target: EventTarget | null): boolean => press(sendButtonAt(target))

/** Presses the button that saves the form or editor on screen. Returns whether there is one. */
export const saveForm = (target: EventTarget | null): boolean => press(saveButtonAt(target))

/** A button that is busy or can’t be used yet ignores the press. */
const press = (button: HTMLElement | null | undefined): boolean => {
  button?.click()
  return button != null
}
