/** A ref for what replaces the control that was pressed: it takes the focus, which would be lost otherwise. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
