/** Gives the keyboard to the screen where it is at nothing: what it was at is gone. */
export const focusContent = (): void => {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
}
