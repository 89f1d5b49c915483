import { formatCount, formatList } from '#client/platform/lib/format.ts'

/** The number of records in a student's policy year. */
export interface YearContents {
  readonly dependents: number
  readonly notes: number
  readonly documents: number
}

/** Returns what removing a policy year removes and keeps, with counts; without counts if they couldn't be loaded. */
export const removalText = (contents: YearContents | null): string => {
  const dependents = contents === null ? 'dependents' : formatCount(contents.dependents, 'dependent')
  const goes = `This also removes the statuses, waiver and enrollment details and ${dependents} for this policy year.`
  return [goes, remainingText(contents), 'You can undo this.'].filter((part) => part !== '').join(' ')
}

const remainingText = (contents: YearContents | null): string => {
  if (contents === null) return 'Notes and documents stay with the student.'
  const { notes, documents } = contents
  const parts = [
    ...(notes > 0 ? [formatCount(notes, 'note')] : []),
    ...(documents > 0 ? [formatCount(documents, 'document')] : []),
  ]
  if (parts.length === 0) return ''
  return `${formatList(parts)} ${notes + documents === 1 ? 'stays' : 'stay'} with the student.`
}
