import { coverages } from '#contract/platform/coverage/choices.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { contactForm } from '#contract/setup/period-documents/contact-form.ts'
import { faqs } from '#contract/setup/period-documents/faqs.ts'
import { homePage } from '#contract/setup/period-documents/home-page.ts'
import { planDetails } from '#contract/setup/period-documents/plan-details.ts'
import { resourcesAndLinks } from '#contract/setup/period-documents/resources-and-links.ts'
import { sitePages, websiteConfiguration } from '#contract/setup/period-documents/website-configuration.ts'

/** The policy year and images of a student website. */
interface Site {
  /** The policy year starts on August 1 of this year. */
  readonly year: number
  /** The image on the home page. */
  readonly picture: { readonly src: string; readonly alt: string }
}

const homeOf = ({ year, picture }: Site) => ({
  headline: `Student health insurance ${year}–${String(year + 1).slice(2)}`,
  intro:
    '<p>Harborview requires every student to have health insurance. You’re enrolled in the student plan each year unless you waive it with proof of comparable coverage.</p>',
  announcement: {
    text: `Enroll or waive by September 15, ${year}. After that date, the charge stays on your account.`,
    tone: 'warning',
    es: {
      text: `Inscríbase o renuncie antes del 15 de septiembre de ${year}. Después de esa fecha, el cargo permanece en su cuenta.`,
    },
    from: `${year}-08-15`,
    to: `${year}-09-15`,
  },
  image: picture,
  enroll_label: 'Enroll in the student plan',
  waive_label: 'Waive coverage',
  es: {
    headline: `Seguro médico estudiantil ${year}–${String(year + 1).slice(2)}`,
    intro:
      '<p>Harborview exige que todos los estudiantes tengan seguro médico. Cada año queda inscrito en el plan estudiantil, a menos que renuncie con prueba de una cobertura comparable.</p>',
    enroll_label: 'Inscribirse en el plan estudiantil',
    waive_label: 'Renunciar a la cobertura',
  },
  sections: [
    {
      key: 'who',
      title: 'Who must have insurance',
      es: {
        title: 'Quién debe tener seguro',
        body: '<p>Todos los estudiantes de programas presenciales, con cualquier número de créditos. Los estudiantes a tiempo parcial y en línea están exentos, pero pueden inscribirse.</p>',
      },
      body: '<p>All students in on-campus degree programs, at any credit load. Part-time and online students are exempt but can choose to enroll.</p>',
    },
    {
      key: 'steps',
      title: 'Next steps',
      body: `<ol><li>Have both sides of your insurance card ready.</li><li>Read <strong>Plan info and details</strong> and compare.</li><li>Enroll or waive by <strong>September 15, ${year}</strong>.</li><li>Check your university email for a decision within 5 business days.</li></ol>`,
    },
    {
      key: 'changes',
      title: 'When your insurance changes',
      body: '<p>If you lose coverage through a parent or spouse, you can enroll within <strong>31 days</strong> at any time of year. Contact us before your old coverage ends.</p>',
    },
  ],
})

const plansOf = ({ year }: Site) => ({
  intro: `<p>The student plan runs from August 1, ${year} to July 31, ${year + 1}. You can add a spouse, domestic partner or children.</p>`,
  shown_coverages: [...coverages],
  sections: [
    {
      key: 'health-center',
      title: 'At the student health center',
      body: '<p>Visits are free with the plan. If you need a specialist, the center refers you to a network provider. <em>You don’t need a referral away from campus.</em></p>',
    },
    {
      key: 'rotations',
      title: 'On rotation and abroad',
      body: '<ul><li>In-network providers in all 50 states.</li><li>Emergencies are covered abroad at the in-network rate.</li><li>Before you get planned care, call the number on your card.</li></ul>',
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
  intro: '<p>ID cards, claims and help in one place.</p>',
  groups: [
    {
      key: 'members',
      title: 'For plan members',
      links: [
        linkOf(
          'card',
          'Your ID card',
          'https://members.wellfleet.example/card',
          'Show it on your phone or print it.',
        ),
        linkOf(
          'find',
          'Find a doctor',
          'https://members.wellfleet.example/find',
          'Search the Cigna PPO network.',
        ),
        linkOf(
          'claims',
          'Submit a claim',
          'https://members.wellfleet.example/claims',
          'For bills you paid yourself.',
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
          'Appointments: (503) 555-2200.',
        ),
        linkOf('counsel', 'Counseling', 'https://harborview.example/counseling', '6 free sessions a year.'),
        linkOf(
          'bursar',
          'Bursar',
          'https://harborview.example/bursar',
          'Questions about the charge on your student account.',
        ),
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
  intro: '<p>Can’t find your answer? <strong>Contact us</strong>.</p>',
  items: [
    {
      key: 'charge',
      question: 'Why is there a charge on my account?',
      answer: `<p>All students are charged at first. If we approve your waiver, we reverse the charge within a week. If you do nothing by September 15, ${year}, you’re enrolled and the charge stays.</p>`,
    },
    {
      key: 'parent',
      question: 'I’m on my parents’ plan. Can I waive?',
      answer:
        '<p>Yes, if the plan covers you where you study through the end of the policy year. If you turn 26 during the year, we’ll ask you to update your waiver that month.</p>',
    },
    {
      key: 'denied',
      question: 'My waiver was declined. What can I do?',
      answer:
        '<p>The email lists the requirement your plan doesn’t meet. You can</p><ul><li>send a document that shows it does,</li><li>appeal within 10 days, or</li><li>enroll.</li></ul>',
    },
    {
      key: 'dependents',
      question: 'Can I cover my spouse and children?',
      answer:
        '<p>Yes. Add them on the enrollment form. See the premiums under <em>Plan info and details</em>.</p>',
    },
    {
      key: 'leave',
      question: 'What happens if I take a leave of absence?',
      answer: '<p>You keep the coverage you’ve paid for. Tell us your dates before you leave.</p>',
    },
    {
      key: 'international',
      question: 'I’m an international student. Can I waive with travel insurance?',
      answer:
        '<p>No. Your plan must cover preventive care, be accepted in the United States and have a U.S. claims address.</p>',
    },
  ],
})

const contact = {
  is_on: true,
  intro: '<p>We reply within 2 business days. Before deadlines, it may take 1 day longer.</p>',
  recipients: [{ key: 'office', email: 'insurance@harborview.example' }],
  phone: '+15035552210',
  hours: 'Monday to Friday, 9 a.m. to 4:30 p.m. · Harbor Hall, room 112',
  topics: [
    { key: 'waiver', label: 'My waiver' },
    { key: 'enrollment', label: 'Enrollment' },
    { key: 'charge', label: 'The charge on my account' },
    { key: 'card', label: 'ID card' },
    { key: 'other', label: 'Other' },
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

/** Returns the pages of a student website, as an office writes them. */
export const pageContents = (site: Site): readonly (readonly [PeriodDocument, unknown])[] => [
  [homePage, homeOf(site)],
  [planDetails, plansOf(site)],
  [resourcesAndLinks, resources],
  [faqs, questionsOf(site)],
  [contactForm, contact],
  [websiteConfiguration, configuration],
]

/** A published custom page, and one that isn’t published yet. */
export const customPages = [
  {
    key: 'new-students',
    title: 'New to Harborview',
    slug: 'new-to-harborview',
    published: true,
    body: '<p>Welcome! Here are 3 things to know about insurance in your first weeks.</p><h2>You have more time</h2><p>Incoming students have until <strong>September 30</strong>.</p><h2>Immunization records</h2><p>Send them to the health center, not to our office.</p><h2>Orientation</h2><p>Visit us at the resource fair. Bring your insurance card, and we’ll decide on your waiver right away.</p>',
  },
  {
    key: 'appeals',
    title: 'Appeals',
    slug: 'appeals',
    published: false,
    body: '<p>If we declined your waiver, you can appeal within 10 days of the email.</p><blockquote><p>Include something new with your appeal, such as a letter from your insurance company, a plan change or a mistake we made.</p></blockquote>',
  },
] as const
