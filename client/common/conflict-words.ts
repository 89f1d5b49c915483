import type { Conflict, MergeFields } from '#client/lib/merge.ts'
import { pathInWords, valueInWords } from './set-up/document-words.ts'

export interface ConflictWords {
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

/** A conflict as people read it: by the field’s own words, and inside of it by the way to the value. */
export const conflictWords = <V extends object>(
  fields: MergeFields<V>,
  { path, mine, theirs }: Conflict,
  records: { readonly mine: V; readonly theirs: V },
): ConflictWords => {
  const [name = ''] = path.split(/[.[]/)
  const field = Object.entries<MergeFields<V>[keyof V & string]>(fields).find(([one]) => one === name)?.[1]
  if (!field) return { label: pathInWords(path), mine: inWords(mine), theirs: inWords(theirs) }
  if (path === name)
    return { label: field.label, mine: field.words(records.mine), theirs: field.words(records.theirs) }
  const words = field.innerWords ?? valueInWords
  return {
    label: `${field.label} › ${pathInWords(path.slice(name.length))}`,
    mine: mine === undefined ? removed : words(mine),
    theirs: theirs === undefined ? removed : words(theirs),
  }
}

const removed = 'Removed'
const inWords = (value: unknown): string => (value === undefined ? removed : valueInWords(value))
