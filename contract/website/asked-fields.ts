import * as z from 'zod/mini'
import { coverages, type Coverage } from '../coverage/choices.ts'
import type { RecordField } from '../record-field.ts'
import { enrollmentFields, insuranceFields } from '../student-periods/fields.ts'
import { presentName } from '../student-periods/older-names.ts'
import { studentFields } from '../students/fields.ts'

/** What a form of the student site may ask for: waiving asks for the other insurance, enrolling for dependents. */
export type FormKind = 'enroll' | 'waive'

/** A field as a student meets it. */
export interface AskedField {
  readonly name: string
  readonly field: RecordField
  /** Where it is found among the others. */
  readonly group: 'Student' | 'Enrollment' | 'Insurance' | 'Dependents'
}

/** Everybody who is to be covered, each with name, relation and birth date: one block of a form. */
const dependents: AskedField = {
  name: 'dependents',
  group: 'Dependents',
  field: { label: 'Dependents', kind: 'text', schema: z.string(), format: 'lines' },
}

const asked = (
  fields: Readonly<Record<string, RecordField>>,
  group: AskedField['group'],
): readonly AskedField[] =>
  Object.entries(fields)
    .filter(([, field]) => !field.adminOnly && !field.readOnly && !field.officeOnly)
    .map(([name, field]) => ({ name, field, group }))

const lineFields = (kind: FormKind, coverage: Coverage): readonly AskedField[] =>
  asked(insuranceFields, 'Insurance').filter(
    ({ field: { line } }) => line?.coverage === coverage && line.part === kind,
  )

/** Every field that a form may ask for (specification section 3), in the order of the record. */
export const askedFieldsOf = (kind: FormKind): readonly AskedField[] => [
  ...asked(studentFields, 'Student'),
  ...asked(enrollmentFields, 'Enrollment'),
  ...coverages.flatMap((coverage) => lineFields(kind, coverage)),
  ...(kind === 'enroll' ? [dependents] : []),
]

/** The name of a field that a form asks for; an older name is read as the present one. */
export const askedFieldName = (kind: FormKind) => {
  const names = new Set(askedFieldsOf(kind).map(({ name }) => name))
  // 'student.first_name' is the student's still
  const known = (name: string): string => presentName(name).replace(/^student\./, '')
  return z.pipe(
    z.string().check(
      z.maxLength(100),
      z.refine((name) => names.has(known(name)), 'This form cannot ask for that.'),
    ),
    z.transform(known),
  )
}
