import type { Permission } from '#contract/platform/access.ts'
import type { StudentListColumn } from '#contract/platform/record/columns.ts'

/** The default columns of the student list by role, in order. */
export const defaultStudentListColumns = {
  shipmate_admin: [
    'student_name',
    'sid',
    'medical_status',
    'dental_status',
    'vision_status',
    'academic_status',
    'program',
    'campus',
    'graduation_year',
    'dob',
    'university_email',
    'reverify_on',
  ],
  school_admin: [
    'student_name',
    'sid',
    'medical_status',
    'dental_status',
    'vision_status',
    'academic_status',
    'program',
    'campus',
    'graduation_year',
    'university_email',
    'phone',
  ],
} as const satisfies Record<Permission, readonly StudentListColumn[]>
