import type { RecordField } from '#contract/record-field.ts'
import { studentPeriodFields } from '#contract/student-periods/fields.ts'
import { studentFields } from '#contract/students/fields.ts'

const fields: Readonly<Record<string, RecordField>> = { ...studentFields, ...studentPeriodFields }

/** A field of a student or a student-period by its wire name; undefined for anything else. */
export const fieldOf = (name: string): RecordField | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/** Of notes. */
const otherLabels: Readonly<Record<string, string>> = { body: 'Text' }

/** 'university_email' → 'University email'; names that no catalogue knows are spelled out. */
export const fieldLabel = (name: string): string => {
  const label = fieldOf(name)?.label ?? otherLabels[name]
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

/** Whether a change of a field is worth reading: what the system keeps for the way back is not, nor its own numbers. */
export const isReadableField = (name: string): boolean =>
  !/_prior_(status|tier)$|^(replaces|student_period)_id$/.test(name)
