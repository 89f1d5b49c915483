import * as z from 'zod/mini'
import { fileKindLabels, fileKinds } from './documents/choices.ts'
import { choiceField, type RecordField } from './record-field.ts'
import { dependentFields, studentPeriodFields } from './student-periods/fields.ts'
import { studentFields } from './students/fields.ts'

/** What histories tell of documents and notes beside their names. */
const paperFields = {
  kind: choiceField('Kind', fileKinds, fileKindLabels),
  size: { label: 'Size', kind: 'number', schema: z.int(), format: 'size' },
  body: { label: 'Text', kind: 'text', schema: z.string(), format: 'markup' },
} as const
/** Which lines cover a dependent: several values in one. */
const covers = { label: 'Covered by', kind: 'text', schema: z.string() } as const

const fields: Readonly<Record<string, RecordField>> = {
  ...paperFields,
  ...dependentFields,
  covers,
  ...studentFields,
  ...studentPeriodFields,
}

/** The field of a record by the name that lists, histories and files have for it; undefined for anything else. */
export const fieldOf = (name: string): RecordField | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/** A value of a field as people read it: 'waiver_utp' → 'Waiver – Unable to Process'; what has no words is itself. */
export const labelOf = (name: string, value: string): string => {
  const labels = fieldOf(name)?.choiceLabels
  return labels && Object.hasOwn(labels, value) ? (labels[value] ?? value) : value
}
