import type { PeriodDocument } from '#contract/periods/document.ts'
import { enrollFormDropdowns, waiverFormDropdowns } from '#contract/website/dropdowns.ts'
import { enrollForm, enrollFormIntro, waiverForm, waiverFormIntro } from '#contract/website/forms.ts'
import { campuses, programs } from '#server/student-periods/factory.ts'

const fieldOf = (name: string, more: { label?: string; help?: string; is_required?: boolean } = {}) => ({
  key: name.replaceAll('_', '-').slice(-40).replace(/^-/, ''),
  name,
  label: null,
  help: null,
  is_required: true,
  ...more,
})
const optional = { is_required: false } as const

const aboutYou = {
  key: 'about-you',
  title: 'About you',
  body: '<p>Is what we have on file right? Correct what is not.</p>',
  fields: [
    fieldOf('first_name'),
    fieldOf('last_name'),
    fieldOf('dob'),
    fieldOf('phone', { help: 'Where we reach you by day.' }),
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
    fieldOf('rotation_location', { ...optional, help: 'If you are on rotation this year.' }),
    fieldOf('graduation_year', { label: 'Class year' }),
  ],
}

const insurance = {
  key: 'insurance',
  title: 'Your insurance',
  body: '<p>Copy it from your card. <strong>The member number is yours</strong>, not the group’s.</p>',
  fields: [
    fieldOf('medical_waive_insurance_company_id', { label: 'Insurance company' }),
    fieldOf('medical_waive_insurance_name_other', {
      ...optional,
      label: 'If it is not in the list, its name',
    }),
    fieldOf('medical_waive_member_subscriber_number', { label: 'Member number' }),
    fieldOf('medical_waive_group_number', { ...optional, label: 'Group number' }),
    fieldOf('medical_waive_insurance_type', { label: 'Type of plan' }),
    fieldOf('medical_waive_insurance_phone', {
      label: 'Phone of the insurer',
      help: 'On the back of the card, “for providers”.',
    }),
    fieldOf('medical_waive_source_of_coverage', { label: 'Where it comes from' }),
  ],
}

const subscriber = {
  key: 'subscriber',
  title: 'Who holds the plan',
  body: '<p>If the plan is a parent’s or a spouse’s, we ask the insurer under their name.</p>',
  fields: [
    fieldOf('medical_waive_subscriber_relation', { label: 'You are covered through' }),
    fieldOf('medical_waive_subscriber_first_name', { label: 'First name' }),
    fieldOf('medical_waive_subscriber_last_name', { label: 'Last name' }),
    fieldOf('medical_waive_subscriber_dob', { label: 'Date of birth' }),
  ],
}

const signing = {
  key: 'signing',
  title: 'Sign',
  body: '',
  fields: [
    fieldOf('comment', { ...optional, label: 'Anything that we should know' }),
    fieldOf('signature', { help: 'Your full name.' }),
  ],
}

const truth = { key: 'true', label: 'What I say here is true and complete.' }

const waiver = {
  is_open: true,
  steps: [aboutYou, studies, insurance, subscriber, signing],
  attestations: [
    truth,
    {
      key: 'all-year',
      label:
        'My plan covers me until the end of the policy year. If it ends sooner, I tell the office within 31 days.',
    },
    {
      key: 'verify',
      label: 'The university may verify my coverage with the insurer, now and during the year.',
    },
  ],
  confirmation:
    '<p>Thank you. We verify your insurance and write to your university email within five business days. <strong>Until then the charge stays on your account.</strong></p>',
}

const enroll = {
  is_open: true,
  steps: [
    aboutYou,
    studies,
    {
      key: 'dependents',
      title: 'Whom else to cover',
      body: '<p>A spouse and children up to 26. Each adds to the premium.</p>',
      fields: [fieldOf('include_dependents', optional), fieldOf('dependents', optional)],
    },
    signing,
  ],
  attestations: [
    truth,
    {
      key: 'charge',
      label: 'The premium is charged to my student account and is not returned once the deadline has passed.',
    },
  ],
  confirmation:
    '<p>You are enrolled as soon as we have looked at it. Your ID card comes by email from Wellfleet within two weeks.</p>',
}

const optionsOf = (values: readonly (string | number)[]) =>
  values.map((value, index) => ({ key: `v${index + 1}`, value: String(value), is_retired: false }))

/** As many values as the records hold, and some that nobody has yet. */
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
  body: '<p>The deadline has passed. You can still send this within 31 days of losing other coverage; say so in the last step.</p>',
}

/** The two forms of a student site that begins on August 1 of `year`, with what stands before them and what they offer. */
export const formContents = (year: number): readonly (readonly [PeriodDocument, unknown])[] => [
  [
    enrollFormIntro,
    {
      title: 'Enroll in the student plan',
      body: '<p>Five minutes. You need the birth dates of everybody whom you want to cover.</p>',
    },
  ],
  [enrollForm, enroll],
  [enrollFormDropdowns, { options: optionsIn(year), notices: [lateNotice] }],
  [
    waiverFormIntro,
    {
      title: 'Waive with your own insurance',
      body: '<p>Ten minutes, with <strong>both sides of your insurance card</strong> at hand. What you send is kept as you go.</p>',
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
          body: '<p>Travel insurance, discount cards and plans that only pay in an emergency are <strong>not</strong> accepted.</p>',
        },
        lateNotice,
      ],
    },
  ],
]
