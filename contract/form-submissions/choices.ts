import type { FormKind } from '../website/form-fields.ts'

/** The forms that students send. */
export const formTypes = ['enroll', 'waiver'] as const
export type FormType = (typeof formTypes)[number]
export const formTypeLabels: Record<FormType, string> = { enroll: 'Enroll form', waiver: 'Waiver form' }

/** The fields each form can ask for. */
export const formKinds: Record<FormType, FormKind> = { enroll: 'enroll', waiver: 'waive' }

/** How a form was matched with a student on the roster (decisions section 0): on arrival, or by staff. */
export const matchMethods = [
  'sid_and_birth_date',
  'sid_and_last_name',
  'name_and_birth_date',
  'staff',
] as const
export type MatchMethod = (typeof matchMethods)[number]
export const matchMethodLabels: Record<MatchMethod, string> = {
  sid_and_birth_date: 'Student ID and birth date',
  sid_and_last_name: 'Student ID and last name',
  name_and_birth_date: 'Name and birth date',
  staff: 'Staff',
}

/** Whether the student is still filling in the form. */
export const progresses = ['in_progress', 'complete'] as const
export type Progress = (typeof progresses)[number]
export const progressLabels: Record<Progress, string> = { in_progress: 'In progress', complete: 'Complete' }

/** How many of a form’s coverage types staff have decided: none, some or all. */
export const decisionStates = ['open', 'partly', 'decided'] as const
export type DecisionState = (typeof decisionStates)[number]
export const decisionStateLabels: Record<DecisionState, string> = {
  open: 'Open',
  partly: 'Partly decided',
  decided: 'Decided',
}

/** The names of the queues of the submission list, in the order of the screen. */
export const queueNames = [
  'to_review',
  'overdue',
  'due_soon',
  'unseen',
  'unmatched',
  'high_risk',
  'ready',
  'appeals',
  'mine',
  'waiting_for_student',
  'no_answer',
  'second_review',
  'disagreements',
] as const
export type QueueName = (typeof queueNames)[number]

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
    meaning: 'Complete forms with coverage to decide.',
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
  unseen: { label: 'New', meaning: 'Complete forms that no admin has opened.', severity: 'info' },
  unmatched: {
    label: 'Unmatched',
    meaning: 'Complete forms that match no student on the roster.',
    severity: 'warning',
  },
  high_risk: {
    label: 'High risk',
    meaning:
      'Forms to review that fail several requirements, or have questions and coverage that starts within 7 days.',
    severity: 'danger',
  },
  ready: {
    label: 'Ready to approve',
    meaning: 'Forms to review that the rules recommend approving.',
    severity: 'success',
  },
  appeals: {
    label: 'Appeals',
    meaning: 'Forms with a declined waiver that the student appealed.',
    severity: 'warning',
  },
  mine: { label: 'Claimed by me', meaning: 'Forms that you are reviewing.', severity: 'info' },
  waiting_for_student: {
    label: 'Waiting for student',
    meaning: 'Forms that couldn’t be processed until the student fixes something.',
    severity: 'info',
  },
  no_answer: {
    label: 'No answer',
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

/** The lowest risk of a form in the queue `high_risk`: 2 failed requirements, or an urgent start and a question. */
export const highRisk = 6

/** Minutes for which a claim holds without activity. */
export const claimMinutes = 10
