/** Enumerations of specification section 3, with their labels. */
export const genders = ['female', 'male', 'x'] as const
export const genderLabels: Record<(typeof genders)[number], string> = {
  female: 'Female',
  male: 'Male',
  x: 'X',
}
