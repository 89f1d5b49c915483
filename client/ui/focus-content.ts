/** Whether the keyboard is at nothing: at the page, or at a screen, as a whole. */
export const isNowhere = ({ activeElement } = document): boolean =>
  activeElement === document.body || activeElement?.id === 'content'

/** Gives the keyboard to the screen where it is at nothing: what it was at is gone. */
export const focusContent = (): void => {
  if (isNowhere()) document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
}
