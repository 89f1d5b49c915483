import { formatCount } from '#client/lib/format.ts'

/** What hangs on a policy year of a student. */
export interface YearContents {
  readonly dependents: number
  readonly notes: number
  readonly documents: number
}

const lists = new Intl.ListFormat('en-US')

/** What goes with a policy year, with counts, and what of it stays; without counts where they could not be read. */
export const removalWords = (contents: YearContents | null): string => {
  const dependents = contents === null ? 'dependents' : formatCount(contents.dependents, 'dependent')
  const goes = `Statuses, waiver and enrollment details and ${dependents} of this policy year go with it.`
  return [goes, staysOf(contents), 'Undo brings all of it back.'].filter((part) => part !== '').join(' ')
}

const staysOf = (contents: YearContents | null): string => {
  if (contents === null) return 'Notes and documents about it stay with the student.'
  const { notes, documents } = contents
  const parts = [
    ...(notes > 0 ? [formatCount(notes, 'note')] : []),
    ...(documents > 0 ? [formatCount(documents, 'document')] : []),
  ]
  if (parts.length === 0) return ''
  return `${lists.format(parts)} about it ${notes + documents === 1 ? 'stays' : 'stay'} with the student.`
}
