import { isForSchools, type TemplateKindName } from '#contract/setup/schools/email-kinds.ts'
import type { EmailText, TemplateContent } from '#contract/mail/email-templates/shapes.ts'
import { spanishTexts } from './spanish-texts.ts'

/** A default text: the subject, then the paragraphs. */
type Default = readonly [subject: string, ...paragraphs: string[]]

const hello = 'Hello {{student.first_name}},'
const helloUser = 'Hello {{user.first_name}},'
const signed = 'Student Health Insurance<br>{{school.name}}'
const questions =
  'Questions? Reply to this email, or contact us at {{school.contact|your student health insurance office}}.'
const ifNotYou = 'If this wasn’t you, reset your password right away and tell your administrator.'

/** The page where the student does something, or how they do it until the website is open. */
const at = (page: 'status' | 'waive' | 'enroll'): string =>
  `{{link.${page}|contact us by phone or email, as shown below}}`
const seeStatus = `To see your status: ${at('status')}`
/** The page says it, and stays right when a date or premium changes after the email. */
const seeCoverage = `To see when your coverage starts, what it costs and who bills it: ${at('status')}`
const charged = 'you may be enrolled in the student plan and charged for it.'

const student = (subject: string, ...paragraphs: string[]): Default => [
  subject,
  hello,
  ...paragraphs,
  questions,
  signed,
]
const user = (subject: string, ...paragraphs: string[]): Default => [
  subject,
  helloUser,
  ...paragraphs,
  'Shipmate',
]

// a notice can be late, so it counts the days that are left
const agingOut: Default = student(
  'Your coverage under a parent’s plan ends on {{deadline.on}}',
  'Most parents’ plans cover you until you turn 26. Our records show that your coverage ends on {{deadline.on}}, in {{deadline.days_left}} days.',
  'Before that day, send us your new insurance or enroll in the student plan. If you do neither, you may be without insurance.',
  `To send us your new insurance: ${at('waive')}`,
  `To enroll: ${at('enroll')}`,
)

/** The texts that Shipmate comes with, until staff change them. */
const defaults: Readonly<Record<TemplateKindName, Default>> = {
  waiver_form_submission_confirmation: student(
    'We received your waiver form',
    'We received your waiver form for {{submission.coverages}} coverage in {{period.name}}. Your confirmation number is <strong>{{submission.confirmation_number}}</strong>.',
    'This confirms that we have your form. It doesn’t mean that your waiver is approved. We’ll email you when we decide.',
    seeStatus,
  ),
  enroll_form_submission_confirmation: student(
    'We received your enrollment form',
    'We received your enrollment form for {{submission.coverages}} coverage in {{period.name}}. Your confirmation number is <strong>{{submission.confirmation_number}}</strong>.',
    'This confirms that we have your form. We email you when your enrollment is approved.',
    seeStatus,
  ),
  waiver_approved_confirmation: student(
    'Your insurance waiver was approved',
    'Your waiver for {{decision.coverages}} coverage in {{period.name}} was approved. You don’t need to do anything else.',
    'If your other insurance changes or ends, tell us right away.',
    seeStatus,
  ),
  waiver_unable_to_process: student(
    'Your insurance waiver needs your attention',
    'We can’t process your waiver for {{decision.coverages}} coverage in {{period.name}} yet:',
    '{{decision.reasons}}',
    `Fix this by {{decision.respond_by|the waiver deadline}}. Otherwise ${charged}`,
    `To fix it: ${at('status')}`,
  ),
  waiver_unable_to_process_reminder: student(
    'Reminder: your insurance waiver needs your attention',
    'We still can’t process your waiver for {{decision.coverages}} coverage in {{period.name}}:',
    '{{decision.reasons}}',
    `Fix this by {{decision.respond_by|the waiver deadline}}. Otherwise ${charged}`,
    `To fix it: ${at('status')}`,
  ),
  waiver_declined: student(
    'Your insurance waiver was declined',
    'Your waiver for {{decision.coverages}} coverage in {{period.name}} was declined:',
    '{{decision.reasons}}',
    `If you have other insurance that meets your school’s requirements, you can appeal until {{decision.appeal_by|the last day that your school set}}. If you don’t, ${charged}`,
    `To appeal: ${at('status')}`,
  ),
  enrollment_approved: student(
    'You’re enrolled in student health insurance',
    'Your enrollment in {{decision.coverages}} coverage for {{period.name}} was approved.',
    seeCoverage,
  ),
  enrollment_unable_to_process: student(
    'Your enrollment needs your attention',
    'We can’t process your enrollment in {{decision.coverages}} coverage for {{period.name}} yet:',
    '{{decision.reasons}}',
    'Fix this by {{decision.respond_by|the enrollment deadline}}. Otherwise we can’t enroll you in this coverage.',
    `To fix it: ${at('status')}`,
  ),
  auto_enrolled: student(
    'You were enrolled in student health insurance',
    'By the deadline, we had no form from you that we could accept. You were enrolled in {{decision.coverages}} coverage for {{period.name}}, and your student account will be charged. If you do nothing, you stay enrolled.',
    `If you have other insurance and still want to waive: ${at('waive')}`,
    seeCoverage,
  ),
  reverification_needed: student(
    'Confirm your insurance',
    `You waived {{decision.coverages}} coverage for {{period.name}}. To keep your waiver, show us right away that your other insurance is still active. Otherwise ${charged}`,
    `To send us your current insurance: ${at('waive')}`,
  ),
  reverification_failed: student(
    'Your insurance couldn’t be confirmed',
    'We couldn’t confirm that your other insurance is still active:',
    '{{decision.reasons}}',
    `Send us your current insurance right away. Otherwise ${charged}`,
    `To send it: ${at('waive')}`,
  ),
  aging_out_90_days: agingOut,
  aging_out_60_days: agingOut,
  aging_out_30_days: agingOut,
  deadline_reminder: student(
    'Your insurance form is due {{deadline.on}}',
    'We haven’t received your insurance form for {{period.name}}. Enroll or waive by {{deadline.on}}. Days left: {{deadline.days_left}}.',
    `To enroll: ${at('enroll')}`,
    `To waive because you have other insurance: ${at('waive')}`,
    `If we don’t hear from you, ${charged}`,
  ),
  appeal_received: student(
    'We received your appeal',
    'We received your appeal for {{period.name}}. Your confirmation number is <strong>{{submission.confirmation_number}}</strong>. We’ll email you when we decide.',
    seeStatus,
  ),
  appeal_decided: student(
    'Decision on your waiver appeal',
    'We reviewed your appeal for {{decision.coverages}} coverage in {{period.name}}:',
    '{{decision.reasons}}',
    seeStatus,
  ),
  // it goes to a typed address, so it names no one
  resume_link: [
    'Continue your insurance form',
    'Hello,',
    'You saved your insurance form for {{period.name}}. Continue it here:',
    '{{link.address}}',
    'The link is valid for {{link.valid_for}}. Don’t share it.',
    questions,
    signed,
  ],
  status_code: student(
    'Your code for {{school.name}} student health insurance',
    'Enter this code to see your status for {{period.name}}: <strong>{{code.digits}}</strong>',
    'It works once, for {{code.valid_for}}. We never ask for it on the phone or by email. If you didn’t ask for it, ignore this email.',
  ),
  invite: user(
    'Your Shipmate account',
    'Your Shipmate account is ready. Set your password within {{link.valid_for}}:',
    '{{link.address}}',
    'The link works once.',
  ),
  reset_link: user(
    'Reset your Shipmate password',
    'Someone asked to reset your Shipmate password. Set a new password within {{link.valid_for}}:',
    '{{link.address}}',
    'The link works once. If you didn’t ask for it, ignore this email.',
  ),
  password_changed: user(
    'Your Shipmate password was changed',
    'The password for your Shipmate account was changed.',
    ifNotYou,
  ),
  two_factor_changed: user('Your Shipmate sign-in settings changed', '{{notice.text}}', ifNotYou),
  email_change: user(
    'Confirm your new email address',
    'Someone asked to use this address for their Shipmate account. Confirm it within {{link.valid_for}}:',
    '{{link.address}}',
    'The link works once. If you didn’t ask for it, ignore this email.',
  ),
  student_message: [
    'Message {{message.reference}} from a student of {{message.school}}',
    '{{message.name|A student}} ({{message.email}}) wrote about {{message.topic|student health insurance}}, {{message.period}}:',
    '{{message.text}}',
    'Reply to this email to answer the student. Then mark the message as done:',
    '{{message.address}}',
    'Shipmate',
  ],
  emergency_access: user(
    'Emergency access to Shipmate',
    '{{notice.text}}',
    'The access ends after 60 minutes. All activity is in the activity log. If you weren’t expecting this, disable the account and contact your administrator now.',
  ),
  activity_review: user(
    'Weekly review: unusual activity in Shipmate',
    '{{notice.text}}',
    'A finding isn’t proof of anything wrong. Look at it and note what you found out.',
  ),
  report_ready: user(
    '{{report.name}} for {{report.school}} is ready',
    'The {{report.name}} for {{report.school}}, {{report.period}}, is ready. Sign in to download it:',
    '{{report.address}}',
    'The file is available for 30 days.',
  ),
  report_failed: user(
    '{{report.name}} for {{report.school}} couldn’t be created',
    'The scheduled {{report.name}} for {{report.school}}, {{report.period}}, couldn’t be created. Sign in to see why and to run it again:',
    '{{report.address}}',
    'No one has received this report. The schedule is still on.',
  ),
}

const textOf = ([subject, ...paragraphs]: Default): EmailText => ({
  subject,
  html: paragraphs.map((text) => `<p>${text}</p>`).join(''),
  text: null,
})

/** Returns the texts that Shipmate comes with for a kind of email: those to students in Spanish too. */
export const defaultContent = (kind: TemplateKindName): TemplateContent => ({
  ...textOf(defaults[kind]),
  translations: isForSchools(kind) ? { es: textOf(spanishTexts[kind]) } : {},
})
