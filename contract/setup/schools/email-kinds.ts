import type { languages } from '#contract/setup/period-documents/waiver-choices.ts'
import { fieldsOfGroup, type MergeGroup, type NamedMergeField } from './merge-fields.ts'

/** A kind of email with an editable template. */
interface TemplateKind {
  readonly label: string
  /** When it’s sent, as a sentence. */
  readonly when: string
  /** Whether schools can have their own text and turn it off. Account emails are the same everywhere. */
  readonly isForSchools: boolean
  /** Whether schools can’t turn it off, because without it students can’t do what they asked for. */
  readonly isAlwaysSent?: true
  /** The merge fields it can contain, besides those of the school. */
  readonly fields: readonly MergeGroup[]
}

/** The groups that every email to a student can use. */
const record = ['student', 'student_period', 'period', 'site'] as const

const toStudent = { isForSchools: true } as const
const toUser = { isForSchools: false } as const

/** The email templates, in the order of the screens. Their names are in saved rows. */
export const templateKinds = {
  waiver_form_submission_confirmation: {
    ...toStudent,
    label: 'Waiver form received',
    when: 'When a student submits a waiver form.',
    fields: [...record, 'submission'],
  },
  enroll_form_submission_confirmation: {
    ...toStudent,
    label: 'Enrollment form received',
    when: 'When a student submits an enrollment form.',
    fields: [...record, 'submission'],
  },
  waiver_approved_confirmation: {
    ...toStudent,
    label: 'Waiver approved',
    when: 'When a waiver is approved.',
    fields: [...record, 'decision'],
  },
  waiver_unable_to_process: {
    ...toStudent,
    label: 'Waiver unable to process',
    when: 'When a waiver can’t be processed until the student fixes something.',
    fields: [...record, 'decision', 'reasons'],
  },
  waiver_unable_to_process_reminder: {
    ...toStudent,
    label: 'Waiver unable to process: reminder',
    when: 'When the student hasn’t fixed the waiver and the deadline is close.',
    fields: [...record, 'decision', 'reasons'],
  },
  waiver_declined: {
    ...toStudent,
    label: 'Waiver declined',
    when: 'When a waiver is declined.',
    fields: [...record, 'decision', 'reasons', 'appeal'],
  },
  enrollment_approved: {
    ...toStudent,
    label: 'Enrollment approved',
    when: 'When an enrollment is approved.',
    fields: [...record, 'decision'],
  },
  enrollment_unable_to_process: {
    ...toStudent,
    label: 'Enrollment unable to process',
    when: 'When an enrollment can’t be processed until the student fixes something.',
    fields: [...record, 'decision', 'reasons'],
  },
  auto_enrolled: {
    ...toStudent,
    label: 'Auto-enrolled',
    when: 'When a student without an accepted form is enrolled after the deadline.',
    fields: [...record, 'decision'],
  },
  reverification_needed: {
    ...toStudent,
    label: 'Reverification needed',
    when: 'When a student must show that their other coverage is still active.',
    fields: [...record, 'decision'],
  },
  reverification_failed: {
    ...toStudent,
    label: 'Reverification failed',
    when: 'When a reverification finds that the other coverage isn’t active.',
    fields: [...record, 'decision', 'reasons'],
  },
  aging_out_90_days: {
    ...toStudent,
    label: 'Aging out in 90 days',
    when: '90 days before a student loses coverage under a parent’s plan because of age.',
    fields: [...record, 'deadline'],
  },
  aging_out_60_days: {
    ...toStudent,
    label: 'Aging out in 60 days',
    when: '60 days before a student loses coverage under a parent’s plan because of age.',
    fields: [...record, 'deadline'],
  },
  aging_out_30_days: {
    ...toStudent,
    label: 'Aging out in 30 days',
    when: '30 days before a student loses coverage under a parent’s plan because of age.',
    fields: [...record, 'deadline'],
  },
  deadline_reminder: {
    ...toStudent,
    label: 'Deadline reminder',
    when: 'Before a student’s deadline, on the days set in Insurance options, if they haven’t started.',
    fields: [...record, 'deadline'],
  },
  appeal_received: {
    ...toStudent,
    label: 'Appeal received',
    when: 'When a student appeals a decision.',
    fields: [...record, 'submission'],
  },
  appeal_decided: {
    ...toStudent,
    label: 'Appeal decided',
    when: 'When an appeal is decided.',
    fields: [...record, 'decision', 'reasons'],
  },
  resume_link: {
    ...toStudent,
    label: 'Link to continue a form',
    when: 'When a student asks for a link to finish a form later.',
    fields: ['period', 'link'],
  },
  status_code: {
    ...toStudent,
    isAlwaysSent: true,
    label: 'Code to see the status',
    when: 'When a student asks for a code to see their status on the student website.',
    fields: ['student', 'period', 'code'],
  },
  invite: {
    ...toUser,
    label: 'Invitation',
    when: 'When a user account is created.',
    fields: ['user', 'link'],
  },
  reset_link: {
    ...toUser,
    label: 'Password reset',
    when: 'When a user asks for a new password.',
    fields: ['user', 'link'],
  },
  password_changed: {
    ...toUser,
    label: 'Security notice: password changed',
    when: 'When a user’s password is changed.',
    fields: ['user'],
  },
  two_factor_changed: {
    ...toUser,
    label: 'Security notice: sign-in settings changed',
    when: 'When a user’s two-factor authentication is changed, or they sign in with a recovery code.',
    fields: ['user', 'notice'],
  },
  report_ready: {
    ...toUser,
    label: 'Scheduled report ready',
    when: 'When a scheduled report is created, to each recipient.',
    fields: ['user', 'report'],
  },
  report_failed: {
    ...toUser,
    label: 'Scheduled report not created',
    when: 'When a scheduled report can’t be created, to each recipient.',
    fields: ['user', 'report'],
  },
  email_change: {
    ...toUser,
    label: 'New email address',
    when: 'When a user changes their email address, to the new address.',
    fields: ['user', 'link'],
  },
  student_message: {
    ...toUser,
    label: 'Message from a student',
    when: 'When a student sends a message on the student website, to each recipient of the contact form.',
    fields: ['message'],
  },
  emergency_access: {
    ...toUser,
    label: 'Security notice: emergency access',
    when: 'When someone signs in with an emergency code. Goes to every other Shipmate Admin.',
    fields: ['user', 'notice'],
  },
  activity_review: {
    ...toUser,
    label: 'Weekly review of activity',
    when: 'When a weekly review has findings, to each Shipmate Admin.',
    fields: ['user', 'notice'],
  },
} as const satisfies Readonly<Record<string, TemplateKind>>

export type TemplateKindName = keyof typeof templateKinds

/** The names of all templates. */
// Object.keys drops the type of the names
export const templateKindNames = Object.keys(templateKinds) as [TemplateKindName, ...TemplateKindName[]]

type SchoolKindName = {
  [K in TemplateKindName]: (typeof templateKinds)[K]['isForSchools'] extends true ? K : never
}[TemplateKindName]

/** Whether schools can have their own text for a kind. */
export const isForSchools = (kind: TemplateKindName): kind is SchoolKindName =>
  templateKinds[kind].isForSchools

/** The kinds that schools can change. */
export const schoolKindNames: readonly SchoolKindName[] = templateKindNames.filter(isForSchools)

/** Whether schools can turn a kind off. */
export const canBeTurnedOff = (kind: TemplateKindName): boolean =>
  isForSchools(kind) && !('isAlwaysSent' in templateKinds[kind])

/** The kinds that schools can turn off. */
export const optionalKindNames = schoolKindNames.filter(canBeTurnedOff)

/** Returns the merge fields that a kind of email can contain; null for an email that staff write themselves. */
export const mergeFieldsOf = (kind: TemplateKindName | null): readonly NamedMergeField[] => {
  const groups: readonly MergeGroup[] = kind === null ? record : templateKinds[kind].fields
  const isToStudent = kind === null || isForSchools(kind)
  return [...groups, ...(isToStudent ? (['school'] as const) : [])].flatMap(fieldsOfGroup)
}

/** The kinds of emails: those with a template, messages that staff write, and tests of a template. */
export const emailKinds = [...templateKindNames, 'message', 'test'] as const
export type EmailKind = (typeof emailKinds)[number]

/** Returns the label of a kind of email. */
export const emailKindLabel = (kind: EmailKind): string => {
  if (kind === 'message') return 'Message'
  return kind === 'test' ? 'Test' : templateKinds[kind].label
}

/** The language that an email is written in. */
export type EmailLanguage = (typeof languages)[number]
