import type { FormKind } from '#contract/setup/period-documents/form-fields.ts'

/** The forms that students send. */
export const formTypes = ['enroll', 'waiver'] as const
export type FormType = (typeof formTypes)[number]
export const formTypeLabels: Record<FormType, string> = { enroll: 'Enrollment form', waiver: 'Waiver form' }

/** The kind of each form: its page on the student site, and the fields it can ask for. */
export const formKinds: Record<FormType, FormKind> = { enroll: 'enroll', waiver: 'waive' }

/** How a form was matched with a student on the roster: on arrival, or by staff. */
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
type DecisionState = (typeof decisionStates)[number]
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
  'plan_changes',
  'appeals',
  'mine',
  'waiting_for_student',
  'no_answer',
  'second_review',
  'disagreements',
] as const
export type QueueName = (typeof queueNames)[number]

/** The lowest risk of a form in the queue `high_risk`: 2 failed requirements, or an urgent start and a question. */
export const highRisk = 6

/** Minutes for which a claim holds without activity. */
export const claimMinutes = 10

/** The most pixels and bytes of a signature that a student draws. Its PNG is sent as Base64. */
export const drawnSignatureLimits = { width: 600, height: 200, bytes: 100_000 } as const
