/** The fields with a student’s email addresses. Emails go to the first one that isn’t empty. */
export const emailFields = ['university_email', 'personal_email'] as const

/** Returns the address that a student’s emails go to; null without one. */
export const emailAddressOf = (
  student: Readonly<Record<(typeof emailFields)[number], string | null>>,
): string | null => emailFields.map((field) => student[field]).find((address) => address !== null) ?? null
