import { coverages } from '#contract/coverage/choices.ts'
import type { PeriodDocument } from '#contract/periods/document.ts'
import { contactForm } from '#contract/website/contact-form.ts'
import { faqs } from '#contract/website/faqs.ts'
import { homePage } from '#contract/website/home-page.ts'
import { planDetails } from '#contract/website/plan-details.ts'
import { resourcesAndLinks } from '#contract/website/resources-and-links.ts'
import { sitePages, websiteConfiguration } from '#contract/website/website-configuration.ts'

/** What the pages of a student site are about. */
export interface Site {
  /** The policy year begins on August 1 of it. */
  readonly year: number
  /** The picture on the home page. */
  readonly picture: { readonly src: string; readonly alt: string }
}

const homeOf = ({ year, picture }: Site) => ({
  headline: `Student health insurance ${year}–${String(year + 1).slice(2)}`,
  intro:
    '<p>Harborview requires every student to have health insurance. You are enrolled in the student plan unless you show, each year, that you are covered as well by a plan of your own.</p>',
  announcement: {
    text: `Enroll or waive by September 15, ${year}. After that the charge stays on your account.`,
    tone: 'warning',
    from: `${year}-08-15`,
    to: `${year}-09-15`,
  },
  image: picture,
  enroll_label: 'Enroll in the student plan',
  waive_label: 'Waive with my own insurance',
  sections: [
    {
      key: 'who',
      title: 'Who must have insurance',
      body: '<p>All students of degree programs on campus, at any credit load. Part-time students and those in online programs are exempt and may enroll by choice.</p>',
    },
    {
      key: 'steps',
      title: 'What to do now',
      body: `<ol><li>Have your insurance card at hand, both sides.</li><li>Read <strong>Plan info and details</strong> and compare.</li><li>Enroll or waive by <strong>September 15, ${year}</strong>.</li><li>Watch your university email for the decision, within five business days.</li></ol>`,
    },
    {
      key: 'changes',
      title: 'When your insurance changes',
      body: '<p>Losing a parent’s or a spouse’s plan lets you enroll within <strong>31 days</strong>, whatever the time of the year. Write to us before the old coverage ends.</p>',
    },
  ],
})

const plansOf = ({ year }: Site) => ({
  intro: `<p>The student plan runs from August 1, ${year} to July 31, ${year + 1}. Spouses and children may be added.</p>`,
  shown_coverages: [...coverages],
  sections: [
    {
      key: 'health-center',
      title: 'At the student health center',
      body: '<p>Visits cost nothing with the plan. The center refers you to the network when you need a specialist; <em>no referral is needed away from campus</em>.</p>',
    },
    {
      key: 'rotations',
      title: 'On rotation and abroad',
      body: '<ul><li>In network in all fifty states.</li><li>Emergencies are covered abroad at the in-network rate.</li><li>Call the number on your card before care that can be planned.</li></ul>',
    },
  ],
})

const linkOf = (key: string, label: string, url: string, description: string | null = null) => ({
  key,
  label,
  url,
  description,
})

const resources = {
  intro: '<p>Cards, claims and help, in one place.</p>',
  groups: [
    {
      key: 'members',
      title: 'For members of the plan',
      links: [
        linkOf(
          'card',
          'Your ID card',
          'https://members.wellfleet.example/card',
          'To show on your phone or to print.',
        ),
        linkOf(
          'find',
          'Find a doctor',
          'https://members.wellfleet.example/find',
          'Search the Cigna PPO network.',
        ),
        linkOf(
          'claims',
          'Send a claim',
          'https://members.wellfleet.example/claims',
          'For bills that you paid yourself.',
        ),
      ],
    },
    {
      key: 'campus',
      title: 'On campus',
      links: [
        linkOf(
          'health',
          'Student health center',
          'https://harborview.example/health',
          'Appointments: (555) 010-2200.',
        ),
        linkOf(
          'counsel',
          'Counseling',
          'https://harborview.example/counseling',
          'Six sessions a year at no cost.',
        ),
        linkOf('bursar', 'Bursar', 'https://harborview.example/bursar', 'Questions about the charge itself.'),
      ],
    },
    {
      key: 'market',
      title: 'Other coverage',
      links: [
        linkOf('exchange', 'Health insurance marketplace', 'https://www.healthcare.gov'),
        linkOf('medicaid', 'Medicaid in your state', 'https://www.medicaid.gov'),
      ],
    },
  ],
}

const questionsOf = ({ year }: Site) => ({
  intro: '<p>Not answered here? Write to us under <strong>Contact</strong>.</p>',
  items: [
    {
      key: 'charge',
      question: 'Why is there a charge on my account?',
      answer: `<p>Everybody is charged at first. If your waiver is approved the charge is reversed within a week; if you do nothing by September 15, ${year}, you are enrolled and it stays.</p>`,
    },
    {
      key: 'parent',
      question: 'I am on my parents’ plan. May I waive?',
      answer:
        '<p>Yes, if the plan covers you where you study until the end of the policy year. If you turn 26 during the year, we ask again that month.</p>',
    },
    {
      key: 'denied',
      question: 'My waiver was declined. What now?',
      answer:
        '<p>The email says which requirement your plan does not meet. You may</p><ul><li>send a document that shows otherwise,</li><li>appeal within ten days, or</li><li>enroll.</li></ul>',
    },
    {
      key: 'dependents',
      question: 'Can my spouse and my children be covered?',
      answer:
        '<p>Yes. Name them on the enroll form; the premium for each is under <em>Plan info and details</em>.</p>',
    },
    {
      key: 'leave',
      question: 'What happens when I take a leave of absence?',
      answer: '<p>You keep the coverage that is paid for. Tell us the dates before you go.</p>',
    },
    {
      key: 'international',
      question: 'I am an international student. Does travel insurance count?',
      answer:
        '<p>No. It must be a plan that covers preventive care and is accepted in the United States, with an address for claims here.</p>',
    },
  ],
})

const contact = {
  is_on: true,
  intro: '<p>We answer within two business days. Before deadlines it may take one more.</p>',
  recipients: [{ key: 'office', email: 'insurance@harborview.example' }],
  phone: '+15550102210',
  hours: 'Monday to Friday, 9 a.m. to 4:30 p.m. · Harbor Hall, room 112',
  topics: [
    { key: 'waiver', label: 'My waiver' },
    { key: 'enrollment', label: 'Enrollment' },
    { key: 'charge', label: 'The charge on my account' },
    { key: 'card', label: 'ID card' },
    { key: 'other', label: 'Something else' },
  ],
}

const configuration = {
  is_live: true,
  menu: [
    ...sitePages.map((key) => ({ key, label: null, is_visible: true })),
    { key: 'new-students', label: null, is_visible: true },
  ],
  languages: ['en', 'es'],
}

/** The pages of a student site, as an office writes them. */
export const pageContents = (site: Site): readonly (readonly [PeriodDocument, unknown])[] => [
  [homePage, homeOf(site)],
  [planDetails, plansOf(site)],
  [resourcesAndLinks, resources],
  [faqs, questionsOf(site)],
  [contactForm, contact],
  [websiteConfiguration, configuration],
]

/** A page of the school's own; the other is not published yet. */
export const customPages = [
  {
    key: 'new-students',
    title: 'New to Harborview',
    slug: 'new-to-harborview',
    published: true,
    body: '<p>Welcome! Three things to know about insurance in your first weeks.</p><h2>Your clock is longer</h2><p>Incoming students have until <strong>September 30</strong>.</p><h2>Immunizations are something else</h2><p>They go to the health center, not to us.</p><h2>Orientation</h2><p>We are at the resource fair with a laptop: bring your card, leave with a decision.</p>',
  },
  {
    key: 'appeals',
    title: 'Appeals',
    slug: 'appeals',
    published: false,
    body: '<p>Whoever’s waiver was declined may appeal within ten days of the email.</p><blockquote><p>An appeal needs something new: a letter of the insurer, a change of plan, or a mistake of ours.</p></blockquote>',
  },
] as const
