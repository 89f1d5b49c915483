import type { CellOfFile } from './shapes.ts'

/** Returns why the order of a file’s dates has to be asked, and what to do. */
export const dateQuestion = ([one, other]: readonly CellOfFile[]): string => {
  const choose = 'Choose whether the dates are month first or day first.'
  if (!one) return choose
  if (!other) return `${choose} For example, ${one.value} in row ${one.row} can be either.`
  return `${choose} ${one.value} in row ${one.row} is month first, but ${other.value} in row ${other.row} is day first.`
}
