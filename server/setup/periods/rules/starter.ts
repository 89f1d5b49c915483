import type { ContentOf } from '#contract/platform/document.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { contactForm } from '#contract/setup/period-documents/contact-form.ts'
import { faqs } from '#contract/setup/period-documents/faqs.ts'
import {
  enrollForm,
  enrollFormIntro,
  waiverForm,
  waiverFormIntro,
  type FormField,
} from '#contract/setup/period-documents/forms.ts'
import { homePage } from '#contract/setup/period-documents/home-page.ts'
import { planDetails } from '#contract/setup/period-documents/plan-details.ts'
import { resourcesAndLinks } from '#contract/setup/period-documents/resources-and-links.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { websiteConfiguration } from '#contract/setup/period-documents/website-configuration.ts'

/** A document of the starter set with its content. */
interface StarterDocument {
  readonly document: PeriodDocument
  readonly content: Readonly<Record<string, unknown>>
}

/** Returns a field of a form: required, with its usual label and without help. */
export const fieldOf = (name: string, more: Partial<FormField> = {}): FormField => ({
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
  body: '',
  fields: [
    fieldOf('sid', { help: 'The number on your student ID card.' }),
    fieldOf('first_name'),
    fieldOf('last_name'),
    fieldOf('dob'),
    fieldOf('phone', { help: 'A number where we can reach you during the day.' }),
    fieldOf('personal_email', optional),
  ],
}

const waiver: ContentOf<typeof waiverForm> = {
  is_open: true,
  steps: [
    aboutYou,
    {
      key: 'insurance',
      title: 'Your insurance',
      body: '<p>Copy this from your insurance card.</p>',
      fields: [
        fieldOf('medical_waive_source_of_coverage', {
          label: 'Source of coverage',
          help: 'Where your insurance comes from, for example a parent’s employer.',
        }),
        fieldOf('medical_waive_insurance_company_id', { label: 'Insurance company' }),
        fieldOf('medical_waive_insurance_name_other', {
          ...optional,
          label: 'Company name, if it isn’t listed',
        }),
        fieldOf('medical_waive_member_subscriber_number', {
          label: 'Member ID',
          help: 'Some cards call it “subscriber ID”. It isn’t the group number.',
        }),
        fieldOf('medical_waive_group_number', { ...optional, label: 'Group number' }),
      ],
    },
    {
      key: 'subscriber',
      title: 'Subscriber',
      body: '<p>The subscriber is the person who holds the plan: you, a parent or a spouse.</p>',
      fields: [
        fieldOf('medical_waive_subscriber_relation', { label: 'Subscriber’s relationship to you' }),
        fieldOf('medical_waive_subscriber_first_name', { label: 'Subscriber’s first name' }),
        fieldOf('medical_waive_subscriber_last_name', { label: 'Subscriber’s last name' }),
        fieldOf('medical_waive_subscriber_dob', { label: 'Subscriber’s date of birth' }),
      ],
    },
    {
      key: 'signing',
      title: 'Comments and signature',
      body: '',
      fields: [fieldOf('comment', optional), fieldOf('signature')],
    },
  ],
  attestations: [
    { key: 'truth', label: 'My answers are true and complete.', confirms: 'truth' },
    {
      key: 'report-loss',
      label:
        'If I lose this coverage during the policy year, I’ll notify the insurance office within 31 days.',
      confirms: 'report_loss',
    },
    {
      key: 'consent',
      label: 'The school can verify my coverage with my insurance company now and during the policy year.',
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
    '<p>Thank you. We’ll check your coverage and email you our decision. <strong>The charge stays on your account until your waiver is approved.</strong></p>',
}

const enroll: ContentOf<typeof enrollForm> = {
  is_open: true,
  steps: [
    aboutYou,
    {
      key: 'dependents',
      title: 'Dependents',
      body: '<p>Add a spouse, domestic partner or children. Each one adds to the premium.</p>',
      fields: [fieldOf('include_dependents', optional), fieldOf('dependents', optional)],
    },
    {
      key: 'signing',
      title: 'Comments and signature',
      body: '',
      fields: [fieldOf('comment', optional), fieldOf('signature')],
    },
  ],
  attestations: [
    { key: 'truth', label: 'My answers are true and complete.' },
    { key: 'charge', label: 'The premium is charged to my student account.' },
  ],
  confirmation: '<p>Thank you. We’ll review your form and email you when your enrollment is confirmed.</p>',
}

const questions = [
  {
    key: 'must',
    question: 'Do I need health insurance?',
    answer:
      '<p>Yes. The school requires it. You’re enrolled in the student plan unless you waive it with comparable coverage by the deadline.</p>',
  },
  {
    key: 'how-to-waive',
    question: 'How do I waive the student plan?',
    answer:
      '<p>Fill in the waiver form. Have both sides of your insurance card ready. We check your coverage with your insurance company and email you our decision.</p>',
  },
  {
    key: 'late',
    question: 'What if I miss the deadline?',
    answer:
      '<p>You’re enrolled in the student plan and the charge stays on your account. Contact us if your situation is special.</p>',
  },
  {
    key: 'lose-coverage',
    question: 'What if I lose my other coverage?',
    answer:
      '<p>You can enroll during the year. Send the enrollment form within 31 days of losing coverage.</p>',
  },
]

/** Forms and pages that fit every office, without dates, names or amounts, which a school adds where it needs them. */
export const starterSet: readonly StarterDocument[] = [
  { document: waiverConfiguration, content: waiverConfiguration.empty },
  { document: websiteConfiguration, content: websiteConfiguration.empty },
  {
    document: enrollFormIntro,
    content: { title: 'Enroll in the student plan', body: '<p>This takes about 5 minutes.</p>' },
  },
  { document: enrollForm, content: enroll },
  {
    document: waiverFormIntro,
    content: {
      title: 'Waive the student plan',
      body: '<p>This takes about 10 minutes. Have <strong>both sides of your insurance card</strong> ready.</p>',
    },
  },
  { document: waiverForm, content: waiver },
  {
    document: homePage,
    content: {
      ...homePage.empty,
      headline: 'Student health insurance',
      intro:
        '<p>Every student needs health insurance. You’re enrolled in the student plan unless you waive it with comparable coverage.</p>',
      enroll_label: 'Enroll in the student plan',
      waive_label: 'Waive the student plan',
      sections: [
        {
          key: 'steps',
          title: 'Next steps',
          body: '<ol><li>Have both sides of your insurance card ready.</li><li>Compare your coverage with the student plan.</li><li>Enroll or waive by the deadline.</li><li>Check your email for our decision.</li></ol>',
        },
      ],
    },
  },
  {
    document: planDetails,
    content: {
      ...planDetails.empty,
      intro: '<p>This is what the student plan covers and what it costs.</p>',
    },
  },
  {
    document: resourcesAndLinks,
    content: {
      intro: '<p>These links help you compare and understand coverage.</p>',
      groups: [
        {
          key: 'understanding',
          title: 'Understanding health insurance',
          links: [
            {
              key: 'glossary',
              label: 'Glossary of health coverage terms',
              description: 'From HealthCare.gov: deductible, copayment, network and other terms.',
              url: 'https://www.healthcare.gov/glossary/',
            },
          ],
        },
      ],
    },
  },
  {
    document: contactForm,
    content: {
      ...contactForm.empty,
      intro: '<p>If you have a question about your coverage, contact us.</p>',
    },
  },
  { document: faqs, content: { intro: '', items: questions } },
]
