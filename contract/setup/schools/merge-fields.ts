import type { RecordField, RecordFields } from '#contract/platform/record/record-field.ts'
import { movedFromStudent } from '#contract/platform/record/older-names.ts'
import { studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'

/** A field whose value replaces `{{name}}` in an email. */
interface MergeField {
  readonly label: string
  readonly example: string
  /** Whether records can have no value for it, so that a template needs a fallback. */
  readonly canBeEmpty: boolean
  /** Text, or an address that becomes a link. */
  readonly kind: 'text' | 'link'
}
type MergeFields = Readonly<Record<string, MergeField>>

const text = (label: string, example: string): MergeField => ({
  label,
  example,
  canBeEmpty: false,
  kind: 'text',
})
const optional = (label: string, example: string): MergeField => ({
  ...text(label, example),
  canBeEmpty: true,
})
const link = (label: string, example: string): MergeField => ({ ...text(label, example), kind: 'link' })

/** A page of the student website, which has no address until the website is open. */
const page = (label: string, name: string): MergeField => ({
  ...link(label, `https://shipmate.example/s/riverside/${name}`),
  canBeEmpty: true,
})

/** Fields of a record that must not be in an email: identity data and what only staff see (security.md). */
const isKeptOut = ({ sensitive, format, adminOnly, officeOnly }: RecordField): boolean =>
  sensitive === true ||
  format === 'birth' ||
  format === 'company' ||
  adminOnly === true ||
  officeOnly === true

const examples: Readonly<Record<string, string>> = {
  first_name: 'Maya',
  last_name: 'Thompson',
  middle_initial: 'R',
  sid: 'S1048213',
  uid: 'mthompson',
  address_1: '214 High Street',
  city: 'Columbus',
  zip: '43215',
  university_email: 'mthompson@university.example',
  personal_email: 'maya@mail.example',
  program: 'Nursing',
  campus: 'Main campus',
  rotation_location: 'Riverside Hospital',
}
const examplesByKind: Readonly<Record<string, string>> = {
  date: 'August 15, 2026',
  money: '$1,234.50',
  number: '2028',
  boolean: 'Yes',
  text: 'Example',
}

const exampleOf = (name: string, field: RecordField): string => {
  const [choice] = field.choices ?? []
  const label = choice === undefined ? undefined : (field.choiceLabels?.[choice] ?? choice)
  if (field.format === 'phone') return '(614) 555-0142'
  return examples[name] ?? label ?? examplesByKind[field.kind] ?? 'Example'
}

const fromRecord = (prefix: string, fields: RecordFields): MergeFields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !isKeptOut(field))
      .map(([name, field]) => [
        `${prefix}.${name}`,
        {
          ...text(field.label, exampleOf(name, field)),
          canBeEmpty: field.required !== true && field.line?.part !== 'status',
        },
      ]),
  )

/** The merge fields by group. Those of records come from the records’ own fields. */
const groups = {
  student: { label: 'Student', fields: fromRecord('student', studentFields) },
  student_period: { label: 'Policy year record', fields: fromRecord('student_period', studentPeriodFields) },
  period: {
    label: 'Policy year',
    fields: {
      'period.name': text('Policy year', '2026–27'),
      'period.starts_on': text('Policy year starts', 'August 1, 2026'),
      'period.ends_on': text('Policy year ends', 'July 31, 2027'),
      'period.waiver_deadline_on': optional('Waiver deadline', 'September 15, 2026'),
    },
  },
  school: {
    label: 'School',
    fields: {
      'school.name': text('School name', 'Riverside University'),
      'school.phone': optional('School phone', '(614) 555-0100'),
      'school.contact': optional('School phone and email', '(614) 555-0101 or insurance@university.example'),
      'school.website': { ...optional('School website', 'https://www.university.example'), kind: 'link' },
      'school.deadlines_contact_name': optional('Deadline contact', 'Student Insurance Office'),
      'school.deadlines_contact_email': optional('Deadline contact email', 'insurance@university.example'),
      'school.deadlines_contact_phone': optional('Deadline contact phone', '(614) 555-0101'),
    },
  },
  site: {
    label: 'Student website',
    fields: {
      'link.status': page('Status page', 'status'),
      'link.waive': page('Waiver form page', 'waive'),
      'link.enroll': page('Enrollment form page', 'enroll'),
    },
  },
  submission: {
    label: 'Form',
    fields: {
      'submission.confirmation_number': text('Confirmation number', 'W-7K2M-94QX'),
      'submission.submitted_at': text('Submitted', 'August 20, 2026'),
      'submission.coverages': text('Coverage on the form', 'medical and dental'),
    },
  },
  decision: {
    label: 'Decision',
    fields: { 'decision.coverages': text('Coverage decided', 'medical and dental') },
  },
  reasons: {
    label: 'Reasons',
    fields: {
      'decision.reasons': text('Reasons', 'We couldn’t find active coverage for this member ID.'),
      'decision.respond_by': optional('Respond by', 'September 15, 2026'),
    },
  },
  appeal: {
    label: 'Appeal',
    fields: { 'decision.appeal_by': optional('Last day to appeal', 'September 15, 2026') },
  },
  deadline: {
    label: 'Deadline',
    fields: {
      'deadline.on': text('Deadline', 'September 15, 2026'),
      'deadline.days_left': text('Days left', '30'),
    },
  },
  user: {
    label: 'User',
    fields: {
      'user.first_name': text('First name', 'Jordan'),
      'user.last_name': text('Last name', 'Ellis'),
      'user.email': text('Email', 'jordan@university.example'),
    },
  },
  link: {
    label: 'Link',
    fields: {
      'link.address': link('One-time link', 'https://shipmate.example/one-time-link'),
      'link.valid_for': text('Link valid for', '60 minutes'),
    },
  },
  code: {
    label: 'Code',
    fields: {
      'code.digits': text('Code', '482 915'),
      'code.valid_for': text('Code valid for', '10 minutes'),
    },
  },
  message: {
    label: 'Message',
    fields: {
      'message.reference': text('Reference number', 'M-7K2M-94QX'),
      'message.topic': optional('Topic', 'Waivers'),
      'message.name': optional('Name', 'Maya Thompson'),
      'message.email': text('Email', 'maya@mail.example'),
      'message.text': text('Message', 'Can I still send my waiver?'),
      'message.school': text('School name', 'Riverside University'),
      'message.period': text('Policy year', '2026–27'),
      'message.address': link('Messages link', 'https://shipmate.example/messages'),
    },
  },
  notice: {
    label: 'Notice',
    fields: { 'notice.text': text('Change', 'Two-factor authentication was turned on.') },
  },
  report: {
    label: 'Report',
    fields: {
      'report.name': text('Report', 'Age-out report'),
      'report.school': text('School name', 'Riverside University'),
      'report.period': text('Policy year', '2026–27'),
      'report.address': link('Report link', 'https://shipmate.example/reports'),
    },
  },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly fields: MergeFields }>>

export type MergeGroup = keyof typeof groups

/** A merge field with its name and the label of its group. */
export interface NamedMergeField extends MergeField {
  readonly name: string
  readonly group: string
}

/** Returns the merge fields of a group, in order. */
export const fieldsOfGroup = (group: MergeGroup): readonly NamedMergeField[] =>
  Object.entries<MergeField>(groups[group].fields).map(([name, field]) => ({
    ...field,
    name,
    group: groups[group].label,
  }))

const moved: ReadonlySet<string> = new Set(movedFromStudent)

/**
 * Returns the current name of a merge field: fields that moved from the student to the student-period are
 * accepted by their older name (`student.program`).
 */
export const currentMergeName = (name: string): string => {
  const [owner, field = ''] = name.split('.')
  return owner === 'student' && moved.has(field) ? `student_period.${field}` : name
}
