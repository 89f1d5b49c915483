import * as z from 'zod/mini'
import { coverageLabels, coverages } from '#contract/platform/coverage/choices.ts'
import { fileKindLabels, fileKinds } from './file-kinds.ts'
import { choiceField, type RecordField } from './record-field.ts'
import { dependentDateFields, dependentFields, studentPeriodFields } from './student-period-fields.ts'
import { studentFields } from './student-fields.ts'

/** Fields of documents and notes that the history shows in addition to their names. */
const paperFields = {
  kind: choiceField('Kind', fileKinds, fileKindLabels),
  size: { label: 'Size', kind: 'number', schema: z.int(), format: 'size' },
  body: { label: 'Text', kind: 'text', schema: z.string(), format: 'markup' },
} as const
/** The coverage types of a dependent: several values in one field. */
const covers = choiceField('Covered under', coverages, coverageLabels)

const fields: Readonly<Record<string, RecordField>> = {
  ...paperFields,
  ...dependentFields,
  covers,
  ...dependentDateFields,
  ...studentFields,
  ...studentPeriodFields,
}

/** Returns a record’s field by the name used in lists, histories and files; undefined for any other name. */
export const fieldOf = (name: string): RecordField | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/**
 * Returns the label of a field’s value: 'waiver_utp' → 'Waiver – Unable to Process'. Values without a label
 * stay as they are.
 */
export const labelOf = (name: string, value: string): string => {
  const labels = fieldOf(name)?.choiceLabels
  return labels && Object.hasOwn(labels, value) ? (labels[value] ?? value) : value
}
