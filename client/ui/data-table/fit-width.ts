/** Pixels beside the words: the cell's padding, and in the head the menu and the arrow. */
const cellRoom = 24
const headRoom = 48

/** The width at which a column's head and every cell of it in sight can be read whole. */
export const fitWidth = (table: HTMLElement, column: string): number => {
  const id = CSS.escape(column)
  const widest = (selector: string, room: number): number =>
    Math.max(0, ...Array.from(table.querySelectorAll(selector), (one) => one.scrollWidth + room))
  return Math.max(
    widest(`[data-column="${id}"] > div > *`, cellRoom),
    widest(`#head-${id} button > span:first-child`, headRoom),
  )
}
