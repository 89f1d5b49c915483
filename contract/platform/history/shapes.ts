import * as z from 'zod/mini'
import { person } from '#contract/platform/fields.ts'
import { fieldChange } from '#contract/platform/field-change.ts'

export type { FieldChange } from '#contract/platform/field-change.ts'

/** The sources of a change. */
/** Hours in which users can undo their own change. Product admins can always undo it. */
export const undoHours = 24

export const causes = ['person', 'import', 'bulk', 'system', 'student', 'undo'] as const
export type Cause = (typeof causes)[number]

const subjectTypes = [
  'school',
  'period',
  'student',
  'student_merge',
  'student_period',
  'dependent',
  'student_note',
  'student_file',
  'student_email',
  'form_submission',
  'student_message',
  'eligibility_report',
  'suppressed_address',
  'email_template',
  'school_file',
  'insurance_company',
  'user',
  'import',
  'view',
  'activity_finding',
] as const
export type SubjectType = (typeof subjectTypes)[number]

/** The kinds of history entries, in the past tense. */
export const historyKinds = [
  'school_created',
  'school_changed',
  'school_archived',
  'school_restored',
  'period_created',
  'period_changed',
  'period_removed',
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
  'students_merged',
  'student_erased',
  'retention_ended',
  'legal_hold_placed',
  'legal_hold_released',
  'student_period_created',
  'student_period_changed',
  'student_period_removed',
  'setup_applied',
  'coverage_status_changed',
  'coverage_status_overridden',
  'student_status_changed',
  'status_change_planned',
  'status_change_canceled',
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
  'message_received',
  'message_matched',
  'message_done',
  'message_reopened',
  'form_submitted',
  'form_superseded',
  'form_fixed',
  'appeal_submitted',
  'form_matched',
  'form_decided',
  'decision_feedback_sent',
  'manual_result_added',
  'second_review_added',
  'decision_kept',
  'eligibility_check_requested',
  'eligibility_checked',
  'eligibility_answer_accepted',
  'reverification_started',
  'reverification_paused',
  'reverification_resumed',
  'reverification_stopped',
  'bursar_batch_made',
  'bursar_batch_released',
  'bursar_batch_confirmed',
  'bursar_batch_voided',
  'report_schedule_added',
  'report_schedule_changed',
  'report_schedule_removed',
  'report_schedule_restored',
  'email_queued',
  'email_resent',
  'email_canceled',
  'email_bounced',
  'email_complained',
  'emails_composed',
  'emails_stopped',
  'address_suppressed',
  'address_released',
  'email_template_changed',
  'email_template_reset',
  'insurance_company_created',
  'insurance_company_changed',
  'insurance_company_removed',
  'insurance_company_restored',
  'insurance_companies_merged',
  'insurance_names_assigned',
  'user_created',
  'user_changed',
  'user_invited',
  'user_removed',
  'email_change_requested',
  'email_change_canceled',
  'sessions_ended',
  'password_changed',
  'two_factor_changed',
  'import_applied',
  'import_reviewed',
  'view_created',
  'view_changed',
  'view_removed',
  'view_restored',
  'activity_finding_looked_at',
  'change_undone',
] as const
export type HistoryKind = (typeof historyKinds)[number]

/** One changed record. All entries of a change share its `change_id`. */
export const historyEntry = z.object({
  id: z.int(),
  change_id: z.int(),
  at: z.string(),
  actor: z.nullable(person),
  cause: z.enum(causes),
  subject: z.object({ type: z.enum(subjectTypes), id: z.int() }),
  student_id: z.nullable(z.int()),
  student_period_id: z.nullable(z.int()),
  kind: z.enum(historyKinds),
  /** The reason the user gave; required for overrides. */
  reason: z.nullable(z.string()),
  changes: z.array(fieldChange),
})
export type HistoryEntry = z.output<typeof historyEntry>

/** A change that the caller made, with the first of its entries, and how many students or other records it is about. */
export const ownChange = z.object({
  /** The change’s ID. */
  id: z.int(),
  entry: historyEntry,
  records: z.int(),
  /** The name of the entry’s student, ‘Lopez, Ana’; null if it’s about something else. */
  student_name: z.nullable(z.string()),
  school_name: z.nullable(z.string()),
  /** Whether the caller can undo it now. */
  can_undo: z.boolean(),
  is_undone: z.boolean(),
})
export type OwnChange = z.output<typeof ownChange>

/**
 * The result of an undo: the number of reverted records, the first 1,000 skipped ones with a reason, and the emails of
 * the reverted ones.
 */
export const undone = z.object({
  reverted: z.int(),
  left: z.array(
    z.object({ id: z.int(), subject_type: z.enum(subjectTypes), name: z.string(), reason: z.string() }),
  ),
  left_total: z.int(),
  /** Emails that were queued and won’t be sent. */
  emails_canceled: z.int(),
  /** Emails that were sent before the undo. */
  emails_sent: z.int(),
})
export type Undone = z.output<typeof undone>

/** The response of an undo call: the result, or the job that runs it if it’s long. */
export const undoAnswer = z.union([undone, z.object({ job_id: z.int() })])

export const historyColumns = {
  id: { label: 'Entry', kind: 'number' },
  at: { label: 'Date and time', kind: 'instant' },
  cause: { label: 'Source', kind: 'choice', choices: causes },
  kind: { label: 'Action', kind: 'choice', choices: historyKinds },
  actor_id: { label: 'User', kind: 'number' },
} as const

/** The kinds of access: what a user did to see data. */
export const accessActions = [
  'view',
  'download',
  'export',
  'reveal',
  'login',
  'login_failed',
  'logout',
  'refused',
  'emergency',
] as const

/** One access to a student’s record: a view of it or a part of it, a download or a revealed SSN. */
export const access = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.nullable(person),
  action: z.enum(accessActions),
  outcome: z.enum(['allowed', 'refused']),
  subject: z.nullable(z.object({ type: z.string(), id: z.int() })),
  /** The part of the record, the document type, or the reason for revealing the SSN. */
  detail: z.nullable(z.string()),
  /** The network address. */
  address: z.nullable(z.string()),
})
export type AccessEntry = z.output<typeof access>

export const accessColumns = {
  id: { label: 'Entry', kind: 'number' },
  at: { label: 'Date and time', kind: 'instant' },
  action: { label: 'Action', kind: 'choice', choices: accessActions },
  actor_id: { label: 'User', kind: 'number' },
} as const
