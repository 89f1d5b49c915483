import type { Page } from '@playwright/test'
import type { Database } from '#server/platform/db/database.ts'
import { settle } from './findings.ts'
import { expect, signIn } from './fixtures.ts'

/** A screen for checks and screenshots. */
export interface Screen {
  readonly name: string
  readonly path: string
  /** A text that is there when the screen has loaded. */
  readonly sign: string
  /** Actions before it's checked. */
  readonly after?: (page: Page) => Promise<void>
}

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

/** Signs in as the admin of the demo. */
export const signInAsDemo = async (page: Page, db: Database): Promise<void> => {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'admin@shipmate.example')
    .executeTakeFirstOrThrow()
  await signIn(page, { db }, admin)
}

/** Opens a screen as it is checked and photographed. */
export const openScreen = async (page: Page, { path, sign, after }: Screen): Promise<void> => {
  await page.goto(path)
  await expect(page.getByText(sign).locator('visible=true').first()).toBeVisible()
  await settle(page)
  await after?.(page)
}

/** Opens an email template from its list, with its editors and preview. */
const openTemplate = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('link', { name, exact: true }).filter({ visible: true }).click()
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeVisible()
  await expect(page.getByTitle('Email preview')).toBeVisible()
}

export const list = '/schools/1/period/2'
const year = '/student/4/policy-years/2'

/** Screens that open without signing in. */
export const signedOut: readonly Screen[] = [
  { name: 'login', path: '/login', sign: 'Sign in' },
  { name: 'forgot', path: '/login/forgot', sign: 'Email' },
  { name: 'login-school', path: '/login/school', sign: 'Back to sign in' },
  { name: 'signed-out', path: '/login?reason=idle', sign: 'You were signed out' },
  {
    name: 'reset',
    path: '/login/reset?token=t&email=robin@staff.example',
    sign: 'New password',
  },
  {
    name: 'welcome',
    path: '/login/welcome?token=t&email=robin@staff.example',
    sign: 'Welcome',
  },
  {
    name: 'first-admin',
    path: '/login/first-admin?token=t&email=robin@staff.example',
    sign: 'Create account',
  },
  { name: 'confirm-email', path: '/login/confirm-email?token=t', sign: 'Confirm email address' },
  { name: 'emergency', path: '/login/emergency', sign: 'Emergency code' },
  { name: 'not-permitted', path: '/not-permitted', sign: 'You don’t have access to this page' },
  { name: 'general-error', path: '/general-error', sign: 'The page didn’t load' },
  { name: 'not-found', path: '/no/such/page', sign: 'Page not found' },
  { name: 'student-site', path: '/s/harborview', sign: 'Harborview University' },
]

/** Lists, which arrange their columns and tools differently on phones and desktops. */
export const lists: readonly Screen[] = [
  { name: 'schools', path: '/', sign: 'Harborview University' },
  { name: 'periods', path: '/schools/1/settings/periods', sign: '2027–28' },
  { name: 'insurance-companies', path: '/settings/insurance-companies', sign: 'Aetna Inc.' },
  { name: 'users', path: '/settings/users', sign: 'registrar@harborview.example' },
  { name: 'student-list', path: list, sign: 'students' },
  { name: 'home', path: `${list}/home`, sign: 'Reverification due' },
  { name: 'form-submissions', path: `${list}/student-form-submissions`, sign: 'Ready to approve' },
  { name: 'form-review', path: `${list}/student-form-submission/8`, sign: 'Report a wrong recommendation' },
  {
    name: 'form-review-ended',
    path: `${list}/student-form-submissions/review?ended=true`,
    sign: 'No form was decided in this review',
  },
  {
    name: 'student-list-filtered',
    path: `${list}?q=a&filters=${encodeURIComponent('{"program":{"operator":"and","constraints":[{"match_mode":"startsWith","value":"Nursing"}]}}')}&sort=-graduation_year,student_name`,
    sign: 'Clear all',
  },
  { name: 'email-templates', path: '/settings/global-email-templates', sign: 'When a waiver is approved.' },
  {
    name: 'school-email-templates',
    path: '/schools/1/settings/school-email-templates',
    sign: 'School’s own',
  },
  { name: 'mailbox', path: '/settings/mailbox', sign: 'Some emails didn’t leave Shipmate' },
  { name: 'email-delivery', path: '/settings/email-delivery', sign: 'Bounce reports' },
  {
    name: 'blocked-addresses',
    path: '/settings/email-delivery/blocked-addresses',
    sign: 'former.student@mail.example',
  },
  { name: 'activity-log', path: '/settings/activity', sign: 'Last 7 days' },
  { name: 'weekly-review', path: '/settings/activity/review', sign: 'Definitions' },
  { name: 'messages', path: `${list}/messages`, sign: 'No open messages' },
  { name: 'sent-emails', path: `${list}/emails`, sign: 'Please send your insurance form' },
  {
    name: 'student-list-empty',
    path: '/schools/1/period/3',
    sign: 'No students yet',
  },
]

/** The screens of a student. */
export const student: readonly Screen[] = [
  { name: 'student', path: '/student/4', sign: 'Medical' },
  { name: 'student-info', path: `${year}/info`, sign: 'Academics' },
  { name: 'student-dependents', path: `${year}/dependents`, sign: 'Dependents' },
  { name: 'student-insurance-details', path: `${year}/insurance-details`, sign: 'Medical' },
  { name: 'student-form-submissions', path: `${year}/form-submissions`, sign: 'No form submissions yet' },
  {
    name: 'student-form-opened',
    path: '/student/306/policy-years/2/form-submissions',
    sign: 'Waiver form for medical',
    after: async (page: Page) => {
      await page.locator('summary').first().click()
      await expect(page.getByRole('img', { name: 'Insurance card, front' })).toBeVisible()
    },
  },
  { name: 'student-notes', path: '/student/4/notes', sign: 'Add note' },
  { name: 'student-documents', path: '/student/4/documents', sign: 'No documents yet' },
  { name: 'student-emails', path: '/student/4/emails', sign: 'No emails yet' },
  {
    name: 'student-emails-failed',
    path: '/student/29/emails',
    sign: 'Shipmate couldn’t send this email.',
    after: (page) => page.getByText('Email text').click(),
  },
  { name: 'student-verifications', path: '/student/4/inovalon-verifications', sign: 'No verifications yet' },
  { name: 'student-policy-years', path: '/student/4/manage-policy-years', sign: '2026–27' },
  { name: 'student-history', path: '/student/4/history', sign: 'History' },
  { name: 'student-not-found', path: '/student/4/no-such-tab', sign: 'Page not found' },
  { name: 'student-disclosures', path: '/student/4/disclosures', sign: 'Record of disclosures' },
]

/** The pages and forms of the student website. */
export const site: readonly Screen[] = [
  { name: 'website-home-page', path: `${list}/website/home-page`, sign: 'Headline' },
  { name: 'website-plan-info', path: `${list}/website/plan-info-and-details`, sign: 'Plans to show' },
  { name: 'website-resources', path: `${list}/website/resources-and-links`, sign: 'Add a group' },
  {
    name: 'website-enroll-form',
    path: `${list}/website/enroll-form`,
    sign: 'Add a step',
    after: async (page) => {
      await press(page, 'Phone')
    },
  },
  {
    name: 'website-dropdowns',
    path: `${list}/website/waiver-form/dropdowns-and-notices`,
    sign: 'Rename option…',
  },
  { name: 'website-contact-form', path: `${list}/website/contact-form`, sign: 'Add a recipient' },
  {
    name: 'website-faqs',
    path: `${list}/website/faqs`,
    sign: 'Add a question',
    after: (page) => press(page, 'Expand all'),
  },
  { name: 'website-visits', path: `${list}/website/visits`, sign: 'Left here' },
  { name: 'website-custom-page', path: `${list}/website/custom-page/1`, sign: 'Add page' },
]

/** The screens of a school, its policy year and the insurance companies. */
export const setup: readonly Screen[] = [
  { name: 'screen-not-found', path: `${list}/no-such-screen`, sign: 'Page not found' },
  { name: 'help', path: '/help', sign: 'Your first day' },
  { name: 'help-page', path: '/help/deadline-week', sign: 'Match forms that fit no student' },
  { name: 'school-settings', path: '/schools/1/settings', sign: 'You can’t archive a school with students' },
  { name: 'user', path: '/users/3', sign: 'Disable or remove' },
  {
    name: 'invite-someone',
    path: '/settings/users',
    sign: 'registrar@harborview.example',
    after: async (page) => {
      await press(page, 'Invite someone')
      await expect(page.getByRole('combobox', { name: 'Schools' })).toBeVisible()
    },
  },
  { name: 'own-account', path: '/users/1', sign: 'This device' },
  { name: 'school-colors', path: '/schools/1/settings/colors', sign: 'Text and banner' },
  { name: 'school-site', path: '/schools/1/settings/student-site', sign: 'Websites that can embed the site' },
  { name: 'school-files', path: '/schools/1/settings/files', sign: 'Drop images or PDFs here' },
  { name: 'school-emails', path: '/schools/1/settings/emails', sign: 'Minutes before sending' },
  {
    name: 'email-template',
    path: '/settings/global-email-templates',
    sign: 'When a waiver is approved.',
    after: (page) => openTemplate(page, 'Waiver unable to process'),
  },
  {
    name: 'school-email-template',
    path: '/schools/1/settings/school-email-templates',
    sign: 'School’s own',
    after: (page) => openTemplate(page, 'Waiver unable to process'),
  },
  { name: 'typed-names', path: '/settings/insurance-companies?list=typed', sign: 'Meritain Health' },
  { name: 'insurance-company', path: '/settings/insurance-companies/1', sign: 'Eligibility checks' },
  { name: 'import', path: `${list}/import`, sign: 'Drop a roster' },
  { name: 'insurance-options', path: `${list}/insurance-options`, sign: 'Coverage offered' },
  { name: 'insurance-options-dates', path: `${list}/insurance-options#windows`, sign: 'Waiver deadline' },
  { name: 'medical-plan', path: `${list}/insurance-options/medical-plan`, sign: '6 of 12 months' },
  { name: 'waiver-options', path: `${list}/waiver-options`, sign: 'Rule set 1' },
  { name: 'reverifications', path: `${list}/reverifications`, sign: 'Reverification' },
  { name: 'calendar', path: `${list}/set-up/calendar`, sign: 'Policy year ends' },
  { name: 'setup-records', path: `${list}/set-up/records`, sign: 'Records that differ from the setup' },
  { name: 'default-enrollment', path: `${list}/default-enrollment`, sign: 'Default enrollment' },
  { name: 'school-eligibility', path: '/schools/1/settings/eligibility', sign: 'Eligibility checks' },
  { name: 'webhooks', path: '/schools/1/settings/webhooks', sign: 'No webhooks' },
  { name: 'api-tokens', path: '/schools/1/settings/api-tokens', sign: 'No API tokens' },
  { name: 'school-sign-in', path: '/schools/1/settings/sign-in', sign: 'Redirect URI' },
  { name: 'reports', path: `${list}/reports`, sign: 'Insurance company responses' },
  { name: 'scheduled-reports', path: `${list}/reports/scheduled`, sign: 'Mondays at 7:00' },
  { name: 'bursar-file', path: `${list}/reports/bursar`, sign: 'Lines in the next batch' },
  {
    name: 'bursar-batch',
    path: `${list}/reports/bursar`,
    sign: 'Lines in the next batch',
    after: async (page) => {
      await page.getByRole('link', { name: 'Batch 2', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Lines', exact: true })).toBeVisible()
    },
  },
  { name: 'carrier-file', path: `${list}/reports/carrier-file`, sign: 'Full file 1' },
  {
    name: 'carrier-file-settings',
    path: `${list}/reports/carrier-file/settings`,
    sign: 'Plan codes',
  },
  { name: 'waiver-export', path: `${list}/reports/waiver-export`, sign: 'Waivers to send' },
  { name: 'figures', path: `${list}/reports/figures`, sign: 'Aging out by month' },
  { name: 'age-out', path: `${list}/reports/age-out`, sign: 'Expected end of coverage' },
  { name: 'age-out-near', path: `${list}/reports/age-out?horizon=90`, sign: 'Coverage ends' },
  {
    name: 'payer-health',
    path: '/settings/payer-health',
    sign: 'Inquiries',
    after: (page) => page.getByText('By day').first().click(),
  },
  {
    name: 'waiver-rule',
    path: `${list}/waiver-options`,
    sign: 'Rule set 1',
    after: async (page) => {
      await page.getByRole('button', { name: /^Accepted sources of coverage/ }).click()
      await expect(page.getByText('If the rule isn’t met')).toBeVisible()
    },
  },
]

export const twoFactorSetup: Screen = {
  name: 'two-factor-setup',
  path: '/',
  sign: 'Set up two-factor authentication',
}

export const idleWarning: Screen = {
  name: 'idle-warning',
  path: '/',
  sign: 'Harborview University',
  after: async (page) => {
    await page.clock.fastForward('13:30')
    await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible()
  },
}
