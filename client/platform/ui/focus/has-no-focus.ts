/** Returns whether no control has the focus: the page or the whole screen has it. */
export const hasNoFocus = ({ activeElement } = document): boolean =>
  activeElement === document.body || activeElement?.id === 'content'
