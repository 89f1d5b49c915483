import type { FormKind } from '../website/form-fields.ts'

/** The forms that students send. */
export const formTypes = ['enroll', 'waiver'] as const
export type FormType = (typeof formTypes)[number]
export const formTypeLabels: Record<FormType, string> = { enroll: 'Enroll form', waiver: 'Waiver form' }

/** The fields each form can ask for. */
export const formKinds: Record<FormType, FormKind> = { enroll: 'enroll', waiver: 'waive' }

/** How a form was matched with a student on the roster (decisions section 0). */
export const matchMethods = ['sid_and_birth_date', 'sid_and_last_name', 'name_and_birth_date'] as const
export type MatchMethod = (typeof matchMethods)[number]
export const matchMethodLabels: Record<MatchMethod, string> = {
  sid_and_birth_date: 'Student ID and birth date',
  sid_and_last_name: 'Student ID and last name',
  name_and_birth_date: 'Name and birth date',
}
