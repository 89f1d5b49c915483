/** The genders of a student and a dependent, in the order of the forms. */
export const genders = ['female', 'male', 'x'] as const
export const genderLabels: Record<(typeof genders)[number], string> = {
  female: 'Female',
  male: 'Male',
  x: 'X',
}
