import { capitalized } from '#contract/letter-case.ts'
import type { Cause, HistoryEntry, HistoryKind } from '#contract/history/shapes.ts'

const kindWords: Record<HistoryKind, string> = {
  school_created: 'created the school',
  school_changed: 'changed the school',
  school_archived: 'archived the school',
  period_document_changed: 'changed the setup',
  period_documents_published: 'published',
  option_renamed: 'renamed an option',
  custom_page_created: 'added a page',
  custom_page_changed: 'changed a page',
  custom_page_removed: 'deleted a page',
  custom_page_restored: 'restored a page',
  custom_pages_ordered: 'reordered pages',
  periods_ordered: 'changed the order of the policy years',
  period_created: 'created the policy year',
  period_changed: 'changed the policy year',
  student_created: 'added the student',
  student_changed: 'changed the student',
  student_removed: 'removed the student',
  student_period_created: 'added the student to the policy year',
  student_period_changed: 'changed the policy year record',
  student_period_removed: 'removed the student from the policy year',
  coverage_status_changed: 'changed the coverage status',
  coverage_status_overridden: 'overrode the coverage status',
  student_status_changed: 'changed the student’s status',
  dependent_added: 'added a dependent',
  dependent_changed: 'changed a dependent',
  dependent_removed: 'removed a dependent',
  note_added: 'added a note',
  note_changed: 'changed a note',
  note_removed: 'removed a note',
  note_restored: 'restored a note',
  form_submitted: 'submitted a form',
  form_superseded: 'replaced a form with a later one',
  form_fixed: 'fixed a form',
  appeal_submitted: 'appealed a decision',
  form_matched: 'matched a form with the student',
  form_decided: 'decided a form',
  manual_result_added: 'saved what they found out about other coverage',
  second_review_added: 'reviewed a decision a second time',
  decision_kept: 'kept a decision after a second review',
  eligibility_check_requested: 'requested an eligibility check',
  eligibility_checked: 'checked other coverage',
  reverification_started: 'started a reverification',
  reverification_paused: 'paused a reverification',
  reverification_resumed: 'resumed a reverification',
  reverification_stopped: 'stopped a reverification',
  bursar_batch_made: 'made a bursar batch',
  bursar_batch_released: 'released a bursar batch',
  bursar_batch_confirmed: 'confirmed a bursar batch',
  bursar_batch_voided: 'voided a bursar batch',
  report_schedule_added: 'added a scheduled report',
  report_schedule_changed: 'changed a scheduled report',
  report_schedule_removed: 'removed a scheduled report',
  report_schedule_restored: 'restored a scheduled report',
  decision_feedback_sent: 'commented on a recommendation',
  email_queued: 'sent an email',
  email_resent: 'sent an email again',
  email_canceled: 'canceled an email',
  email_bounced: 'received a returned email',
  email_complained: 'received a spam report about an email',
  emails_composed: 'sent emails',
  emails_stopped: 'stopped emails',
  address_suppressed: 'blocked an email address',
  address_released: 'unblocked an email address',
  email_template_changed: 'changed an email template',
  email_template_reset: 'removed the school’s own text of an email',
  file_added: 'added a document',
  file_replaced: 'replaced a document',
  file_changed: 'changed a document',
  file_removed: 'removed a document',
  file_restored: 'restored a document',
  insurance_company_created: 'created an insurance company',
  insurance_company_changed: 'changed an insurance company',
  insurance_company_removed: 'deleted an insurance company',
  insurance_company_restored: 'restored an insurance company',
  insurance_companies_merged: 'merged insurance companies',
  insurance_names_assigned: 'matched names to an insurance company',
  user_created: 'created a user',
  user_changed: 'changed a user',
  user_invited: 'sent a new invitation',
  user_removed: 'removed a user',
  email_change_requested: 'asked to change their email address',
  email_change_canceled: 'canceled a new email address',
  sessions_ended: 'ended sessions',
  password_changed: 'changed a password',
  two_factor_changed: 'changed two-factor authentication',
  import_applied: 'imported students',
  view_created: 'saved a view',
  view_changed: 'changed a view',
  view_removed: 'deleted a view',
  view_restored: 'restored a view',
  activity_finding_looked_at: 'looked at a finding of the weekly review',
  change_undone: 'undid a change',
}

const causeWords: Record<Cause, string | null> = {
  person: null,
  import: 'by import',
  bulk: 'in a bulk change',
  system: null,
  student: null,
  undo: null,
}

/** Returns the label of an action: 'Changed the coverage status'. */
export const kindLabel = (kind: HistoryKind): string => capitalized(kindWords[kind])

/** The sources of a change, for the filter. */
export const sourceLabels: Record<Cause, string> = {
  person: 'User',
  import: 'Import',
  bulk: 'Bulk change',
  system: 'Shipmate (automatic)',
  student: 'Student',
  undo: 'Undo',
}

/** Returns an entry's action as text: 'changed the coverage status in a bulk change'. */
export const actInWords = ({ kind, cause }: Pick<HistoryEntry, 'kind' | 'cause'>): string =>
  [kindWords[kind], causeWords[cause]].filter((part) => part !== null).join(' ')

/** Returns who made the change: a user by name, the student, or Shipmate. */
export const actorInWords = ({ actor, cause }: Pick<HistoryEntry, 'actor' | 'cause'>): string => {
  if (actor) return actor.name === '' ? 'Someone' : actor.name
  return cause === 'student' ? 'Student' : 'Shipmate'
}
