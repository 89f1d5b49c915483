import * as z from 'zod/mini'

/** What moved a change. */
/** Its author may take an act back for so many hours; product admins any time (decisions section 4). */
export const undoHours = 24

export const causes = ['person', 'import', 'bulk', 'system', 'student', 'undo'] as const
export type Cause = (typeof causes)[number]

export const subjectTypes = [
  'school',
  'period',
  'student',
  'student_period',
  'dependent',
  'student_note',
  'student_file',
  'school_file',
  'insurance_company',
  'user',
  'import',
  'view',
] as const
export type SubjectType = (typeof subjectTypes)[number]

/** The kinds of entries: what was done, in the past tense. */
export const historyKinds = [
  'school_created',
  'school_changed',
  'school_archived',
  'period_created',
  'period_changed',
  'period_document_changed',
  'period_documents_published',
  'option_renamed',
  'custom_page_created',
  'custom_page_changed',
  'custom_page_removed',
  'custom_page_restored',
  'custom_pages_ordered',
  'periods_ordered',
  'student_created',
  'student_changed',
  'student_removed',
  'student_period_created',
  'student_period_changed',
  'student_period_removed',
  'coverage_status_changed',
  'coverage_status_overridden',
  'student_status_changed',
  'dependent_added',
  'dependent_changed',
  'dependent_removed',
  'note_added',
  'note_changed',
  'note_removed',
  'note_restored',
  'file_added',
  'file_replaced',
  'file_changed',
  'file_removed',
  'file_restored',
  'insurance_company_created',
  'insurance_company_changed',
  'insurance_company_removed',
  'insurance_company_restored',
  'insurance_companies_merged',
  'insurance_names_assigned',
  'user_created',
  'user_changed',
  'password_changed',
  'two_factor_changed',
  'import_applied',
  'view_created',
  'view_changed',
  'view_removed',
  'view_restored',
  'change_undone',
] as const
export type HistoryKind = (typeof historyKinds)[number]

const value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])

/** One field, before and after; an SSN as its mask. */
export const fieldChange = z.object({ field: z.string(), before: value, after: value })
export type FieldChange = z.output<typeof fieldChange>

/** One changed record. All entries of one act share its `change_id`. */
export const historyEntry = z.object({
  id: z.int(),
  change_id: z.int(),
  at: z.string(),
  actor: z.nullable(z.object({ id: z.int(), name: z.string() })),
  cause: z.enum(causes),
  subject: z.object({ type: z.enum(subjectTypes), id: z.int() }),
  student_id: z.nullable(z.int()),
  student_period_id: z.nullable(z.int()),
  kind: z.enum(historyKinds),
  /** Why, in the words of whoever did it; required for overrides. */
  reason: z.nullable(z.string()),
  changes: z.array(fieldChange),
})
export type HistoryEntry = z.output<typeof historyEntry>

/** What an undo did: how many records went back, and the first 1,000 of those that stay as they are, each with why. */
export const undone = z.object({
  reverted: z.int(),
  left: z.array(
    z.object({ id: z.int(), subject_type: z.enum(subjectTypes), name: z.string(), reason: z.string() }),
  ),
  left_total: z.int(),
})
export type Undone = z.output<typeof undone>

/** What asking for an undo answers: what was done; or the job that does it, when it is long. */
export const undoAnswer = z.union([undone, z.object({ job_id: z.int() })])

export const historyColumns = {
  id: { label: 'Entry', kind: 'number' },
  at: { label: 'When', kind: 'instant' },
  cause: { label: 'Cause', kind: 'choice', choices: causes },
  kind: { label: 'What', kind: 'choice', choices: historyKinds },
  actor_id: { label: 'Who', kind: 'number' },
} as const

/** What somebody did to see something. */
export const accessActions = [
  'view',
  'download',
  'export',
  'reveal',
  'login',
  'login_failed',
  'logout',
  'refused',
] as const

/** One act of seeing a student's record: opening it or a part of it, a download, an SSN looked at. */
export const access = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.nullable(z.object({ id: z.int(), name: z.string() })),
  action: z.enum(accessActions),
  outcome: z.enum(['allowed', 'refused']),
  subject: z.nullable(z.object({ type: z.string(), id: z.int() })),
  /** The part of the record, the kind of document, or the reason that was given for looking at an SSN. */
  detail: z.nullable(z.string()),
  /** From which network address. */
  address: z.nullable(z.string()),
})
export type AccessEntry = z.output<typeof access>

export const accessColumns = {
  id: { label: 'Entry', kind: 'number' },
  at: { label: 'When', kind: 'instant' },
  action: { label: 'What', kind: 'choice', choices: accessActions },
  actor_id: { label: 'Who', kind: 'number' },
} as const
