import type { SortKey } from '#contract/platform/table-query.ts'
import type { QueueName } from './choices.ts'

/** A queue of the submission list: what its forms have in common, and how soon they need staff. */
interface Queue {
  readonly label: string
  /** What it counts, as a sentence. */
  readonly meaning: string
  readonly severity: 'danger' | 'warning' | 'success' | 'info'
}

/**
 * The queues of the submission list. Each is a filter; a form can be in several. All hold
 * complete forms that a later form hasn’t replaced. Apart from the last four they have a coverage type to decide, and apart
 * from these, `unseen`, `unmatched` and `mine` they belong to a student.
 */
export const queues: Readonly<Record<QueueName, Queue>> = {
  to_review: {
    label: 'To review',
    meaning: 'Submitted forms that need a decision.',
    severity: 'info',
  },
  overdue: {
    label: 'Overdue',
    meaning: 'Forms to review that are past their decision target.',
    severity: 'danger',
  },
  due_soon: {
    label: 'Due soon',
    meaning: 'Forms to review that are due today or on the next business day.',
    severity: 'warning',
  },
  unseen: { label: 'New', meaning: 'Submitted forms that no Shipmate Admin has opened.', severity: 'info' },
  unmatched: {
    label: 'Unmatched',
    meaning: 'Submitted forms that don’t match a student on the roster.',
    severity: 'warning',
  },
  high_risk: {
    label: 'High risk',
    meaning:
      'Forms that fail several requirements, or that have open questions and coverage starting within 7 days.',
    severity: 'danger',
  },
  ready: {
    label: 'Ready to approve',
    meaning: 'Forms to review that the rules recommend approving.',
    severity: 'success',
  },
  plan_changes: {
    label: 'Plan changes',
    meaning: 'Enrollment forms of students who are enrolled already: more dependents, or another plan.',
    severity: 'info',
  },
  appeals: {
    label: 'Appeals',
    meaning: 'Forms with a declined waiver that the student appealed.',
    severity: 'warning',
  },
  mine: { label: 'Assigned to me', meaning: 'Forms that you are reviewing.', severity: 'info' },
  waiting_for_student: {
    label: 'Waiting for student',
    meaning: 'Forms you can’t process until the student fixes something.',
    severity: 'info',
  },
  no_answer: {
    label: 'No response',
    meaning: 'Forms that couldn’t be processed and weren’t fixed by the response date.',
    severity: 'warning',
  },
  second_review: {
    label: 'Second review',
    meaning: 'Decided waivers for you to decide again, without seeing the first decision.',
    severity: 'info',
  },
  disagreements: {
    label: 'Disagreements',
    meaning: 'Waivers that 2 people decided differently.',
    severity: 'warning',
  },
}

/** The order of the submission list until someone sorts it otherwise. */
export const usualFormSort: readonly SortKey[] = [
  { field: 'risk', descending: true },
  { field: 'deadline_on', descending: false },
  { field: 'submitted_at', descending: false },
]
