import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { enrollFormDropdowns, waiverFormDropdowns } from '#contract/setup/period-documents/dropdowns.ts'
import {
  enrollForm,
  enrollFormIntro,
  waiverForm,
  waiverFormIntro,
} from '#contract/setup/period-documents/forms.ts'
import { campuses, programs } from '#server/records/student-periods/factory.ts'
import { fieldOf } from '#server/setup/periods/rules/starter.ts'

const optional = { is_required: false } as const

const aboutYou = {
  key: 'about-you',
  title: 'About you',
  body: '<p>Check your information and correct anything that’s wrong.</p>',
  fields: [
    fieldOf('first_name'),
    fieldOf('last_name'),
    fieldOf('dob'),
    fieldOf('phone', { help: 'A number where we can reach you during the day.' }),
    fieldOf('personal_email', optional),
    fieldOf('address_1'),
    fieldOf('address_2', optional),
    fieldOf('city'),
    fieldOf('state'),
    fieldOf('zip'),
  ],
}

const studies = {
  key: 'studies',
  title: 'Your studies',
  body: '',
  fields: [
    fieldOf('program'),
    fieldOf('campus'),
    fieldOf('rotation_location', { ...optional, help: 'Only if you’re on rotation this year.' }),
    fieldOf('graduation_year', { label: 'Class year' }),
  ],
}

const insurance = {
  key: 'insurance',
  title: 'Your insurance',
  body: '<p>Copy this from your insurance card. <strong>Enter your member ID</strong>, not the group number.</p>',
  fields: [
    fieldOf('medical_waive_insurance_company_id', { label: 'Insurance company' }),
    fieldOf('medical_waive_insurance_name_other', {
      ...optional,
      label: 'Company name (if not listed)',
    }),
    fieldOf('medical_waive_member_subscriber_number', { label: 'Member ID' }),
    fieldOf('medical_waive_group_number', { ...optional, label: 'Group number' }),
    fieldOf('medical_waive_insurance_type', { label: 'Plan type' }),
    fieldOf('medical_waive_insurance_phone', {
      label: 'Insurance company phone',
      help: 'The number for providers on the back of your card.',
    }),
    fieldOf('medical_waive_source_of_coverage', { label: 'Source of coverage' }),
  ],
}

const subscriber = {
  key: 'subscriber',
  title: 'Subscriber',
  body: '<p>The subscriber is the person who holds the plan. If that’s a parent or spouse, we use their name to verify your coverage.</p>',
  fields: [
    fieldOf('medical_waive_subscriber_relation', { label: 'Subscriber’s relationship to you' }),
    fieldOf('medical_waive_subscriber_first_name', { label: 'First name' }),
    fieldOf('medical_waive_subscriber_last_name', { label: 'Last name' }),
    fieldOf('medical_waive_subscriber_dob', { label: 'Date of birth' }),
  ],
}

const signing = {
  key: 'signing',
  title: 'Comments',
  body: '',
  fields: [
    fieldOf('comment', { ...optional, label: 'Comments' }),
    fieldOf('signature', { help: 'Type your full name.' }),
  ],
}

const truth = 'My answers are true and complete.'

const waiver = {
  is_open: true,
  steps: [aboutYou, studies, insurance, subscriber, signing],
  attestations: [
    { key: 'true', label: truth, confirms: 'truth' },
    {
      key: 'all-year',
      label:
        'My plan covers me through the end of the policy year. If it ends sooner, I’ll notify the insurance office within 31 days.',
      confirms: 'report_loss',
    },
    {
      key: 'verify',
      label:
        'The university can verify my coverage with my insurance company now and during the policy year.',
      confirms: 'consent_to_verify',
    },
    {
      key: 'audit',
      label:
        'If an audit finds that my plan doesn’t meet the requirements, I can be enrolled in the student plan and charged for it.',
      confirms: 'audit_and_charge',
    },
  ],
  confirmation:
    '<p>Thank you. We’ll verify your insurance and email your university address within 5 business days. <strong>The charge stays on your account until we approve your waiver.</strong></p>',
}

const enroll = {
  is_open: true,
  steps: [
    aboutYou,
    studies,
    {
      key: 'dependents',
      title: 'Dependents',
      body: '<p>Add a spouse, domestic partner or children under 26. Each one adds to the premium.</p>',
      fields: [fieldOf('include_dependents', optional), fieldOf('dependents', optional)],
    },
    signing,
  ],
  attestations: [
    { key: 'true', label: truth },
    {
      key: 'charge',
      label: 'The premium will be charged to my student account. It’s not refundable after the deadline.',
    },
  ],
  confirmation:
    '<p>Thank you. We’ll review your form and confirm your enrollment. Wellfleet will email your ID card within 2 weeks.</p>',
}

const optionsOf = (values: readonly (string | number)[]) =>
  values.map((value, index) => ({ key: `v${index + 1}`, value: String(value), is_retired: false }))

/** Returns the options of a year: all values the records use, and some that none uses yet. */
const optionsIn = (year: number) => ({
  program: [
    ...optionsOf(programs),
    { key: 'public-health', value: 'Public Health (certificate)', is_retired: true },
  ],
  campus: optionsOf(campuses),
  rotation_location: optionsOf([
    'Harborview Medical Center',
    'Lakeshore General',
    'St. Anne’s Hospital',
    'Out of state',
  ]),
  graduation_year: optionsOf([1, 2, 3, 4, 5].map((years) => year + years)),
  loa_reason: optionsOf(['Medical leave', 'Parental leave', 'Military service', 'Research year', 'Personal']),
})

const lateNotice = {
  key: 'late',
  place: 'after_deadline',
  tone: 'danger',
  body: '<p>The deadline has passed. You can still submit this form within 31 days of losing other coverage. Add a comment in the last step.</p>',
}

/**
 * Returns the two forms of a student website that starts on August 1 of `year`, with their introductions and
 * options.
 */
export const formContents = (year: number): readonly (readonly [PeriodDocument, unknown])[] => [
  [
    enrollFormIntro,
    {
      title: 'Enroll in the student plan',
      body: '<p>This takes about 5 minutes. Have the birth dates of your dependents ready.</p>',
    },
  ],
  [enrollForm, enroll],
  [enrollFormDropdowns, { options: optionsIn(year), notices: [lateNotice] }],
  [
    waiverFormIntro,
    {
      title: 'Waive coverage with your own insurance',
      body: '<p>This takes about 10 minutes. Have <strong>both sides of your insurance card</strong> ready. We save your answers as you go.</p>',
    },
  ],
  [waiverForm, waiver],
  [
    waiverFormDropdowns,
    {
      options: optionsIn(year),
      notices: [
        {
          key: 'travel',
          place: 'top',
          tone: 'warning',
          body: '<p>We <strong>don’t</strong> accept travel insurance, discount cards or emergency-only plans.</p>',
        },
        lateNotice,
      ],
    },
  ],
]
