import { fieldOf } from '#contract/known-fields.ts'
import { keptColumns } from '#contract/student-periods/fields.ts'

/** 'university_email' → 'University email'; names that no catalogue knows are spelled out. */
export const fieldLabel = (name: string): string => {
  const label = fieldOf(name)?.label
  if (label !== undefined) return label
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** 'University email' within a sentence: 'university email'; words in capitals stay. */
export const withinSentence = (label: string): string =>
  label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())

const lists = new Intl.ListFormat('en-US')

/** `['first_name', 'ssn']` → 'first name and SSN' */
export const fieldsInWords = (names: readonly string[]): string =>
  lists.format(names.map((name) => withinSentence(fieldLabel(name))))

/** Numbers of the product's own, in the history of a document or note. */
const ownNumbers: ReadonlySet<string> = new Set(['replaces_id', 'student_period_id'])

/** Whether a change of a field is worth reading: what the system keeps for the way back is not, nor its own numbers. */
export const isReadableField = (name: string): boolean => !keptColumns.has(name) && !ownNumbers.has(name)
