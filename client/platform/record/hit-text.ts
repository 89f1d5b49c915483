import type { StudentHit } from '#contract/records/students/shapes.ts'
import { formatDay } from '#client/platform/lib/format.ts'

/** Returns what distinguishes students with the same name: 'S1001120 · Born 02/03/2001'. */
export const hitDetail = ({ sid, dob }: Pick<StudentHit, 'sid' | 'dob'>): string =>
  `${sid} · Born ${formatDay(dob)}`

/** Returns why a search found a student, if the current name doesn't show it; null otherwise. */
export const matchWords = ({ matched, prior_last_name, university_email }: StudentHit): string | null => {
  switch (matched) {
    case 'name':
      return null
    case 'former_name':
      return `Former name: ${prior_last_name ?? ''}`
    case 'student_id':
      return 'Matches the student ID'
    case 'login':
      return 'Matches the username'
    case 'email':
      return university_email === null ? 'Matches an email address' : `Email: ${university_email}`
    case 'several':
      return 'Matches several details'
    case 'similar':
      return 'Similar spelling'
  }
}
