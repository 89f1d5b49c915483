import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { GlobalTemplate } from '#contract/mail/email-templates/shapes.ts'
import type { InsuranceCompany } from '#contract/records/insurance-companies/shapes.ts'
import type { LiveEvent } from '#contract/platform/live/shapes.ts'
import { fakeLiveEvents } from '#client/testing/live-events.ts'
import { onePage, openApp } from '#client/testing/open-app.tsx'
import {
  aboutPeriod,
  aPeriod,
  aSchool,
  aStudent,
  aStudentOverview,
  aStudentPeriod,
} from '#client/testing/records.ts'
import { setUpAnswers } from '#client/testing/set-up-server.ts'
import { admin } from '#client/testing/users.ts'

const aCompany: InsuranceCompany = {
  id: 9,
  name: 'Aetna Inc.',
  aliases: [],
  is_electronic: false,
  is_health_sharing: false,
  is_short_term: false,
  is_foreign: false,
  medicaid_state: null,
  age_out_rule: 'unknown',
  age_out_age: 26,
  usage: 312,
  version: 4,
  updated_at: '2026-11-20T15:00:00.000Z',
  phone: null,
  website: null,
  address_1: null,
  address_2: null,
  city: null,
  state: null,
  zip: null,
  medical_payer_ids: [],
  dental_payer_ids: [],
  vision_payer_ids: [],
  member_id_pattern: null,
  member_id_hint: null,
}
const aTemplate: GlobalTemplate = {
  subject: 'Waiver approved',
  html: '<p>Your waiver was approved.</p>',
  text: null,
  translations: {},
  id: 3,
  kind: 'waiver_approved_confirmation',
  name: 'Waiver approved',
  version: 4,
  updated_at: '2026-11-20T15:00:00.000Z',
  updated_by: { id: 88, name: 'Rosa Diaz' },
  overridden_by: [],
}
const aPage = {
  id: 5,
  key: 'k5',
  order: 1,
  title: 'Clinic',
  slug: 'clinic',
  body: '',
  published: true,
  version: 1,
}

const entry = {
  id: 1,
  at: '2026-11-20T15:00:00.000Z',
  actor: { id: 88, name: 'Rosa Diaz' },
  cause: 'person',
  kind: 'school_about_changed',
  subject: { type: 'school', id: 7 },
  student_id: null,
  student_period_id: null,
  reason: null,
  changes: [],
  change_id: 1,
}
const saved = onePage([entry])
const record = (name: string, id: number) => ({ record: name, id, by: 88 })

interface Screen {
  at: string
  /** The call that reads the record, and what it returns before and after. */
  get: string
  before: object
  after: object
  more?: Parameters<typeof openApp>[2]
  /** Changes a field of the page. */
  edit: () => Promise<void>
  event: readonly [LiveEvent, object]
  what: string
}

const type = async (label: RegExp): Promise<void> =>
  userEvent.type((await screen.findAllByLabelText(label))[0]!, 'x')

const emailSettings = { sender_name: null, reply_to: null, delay_minutes: 5, kinds_off: [], version: 1 }
const screens: readonly Screen[] = [
  {
    at: '/schools/7/settings',
    get: 'GET /api/schools/7',
    before: aSchool,
    after: { ...aSchool, city: 'Seaside', version: aSchool.version + 1 },
    more: { 'GET /api/schools/7/history': saved },
    edit: () => type(/^Website/),
    event: ['record_changed', record('school', 7)],
    what: 'this school',
  },
  {
    at: '/schools/7/settings/emails',
    get: 'GET /api/schools/7/email-settings',
    before: emailSettings,
    after: { ...emailSettings, delay_minutes: 9, version: 2 },
    more: { 'GET /api/schools/7/history': saved },
    edit: () => type(/^Sender name/),
    event: ['record_changed', record('school', 7)],
    what: 'the email settings of this school',
  },
  {
    at: '/settings/insurance-companies/9',
    get: 'GET /api/insurance-companies/9',
    before: aCompany,
    after: { ...aCompany, city: 'Boston', version: 5 },
    more: { 'GET /api/insurance-companies/9/history': saved, 'GET /api/insurance-companies': onePage([]) },
    edit: () => type(/^Address line 2/),
    event: ['record_changed', record('insurance_company', 9)],
    what: 'this company',
  },
  {
    at: '/settings/global-email-templates/3',
    get: 'GET /api/global-email-templates/3',
    before: aTemplate,
    after: { ...aTemplate, html: '<p>Theirs</p>', version: 5 },
    more: {
      'GET /api/global-email-templates': { body: { data: [aTemplate] } },
      'POST /api/email-templates/preview': {
        body: { data: { subject: '', html: '', text: '', empty_fields: [] } },
      },
    },
    edit: async () => userEvent.click(await screen.findByRole('checkbox', { name: /^Write the plain text/ })),
    event: ['record_changed', record('email_template', 3)],
    what: 'this email template',
  },
  {
    at: '/schools/7/period/70/website/custom-page/1',
    get: 'GET /api/periods/70/custom-pages/5',
    before: aPage,
    after: { ...aPage, published: false, version: 2 },
    more: {
      ...setUpAnswers,
      'GET /api/periods/70/documents': {
        body: {
          data: [
            {
              kind: 'custom-pages/5',
              label: 'Clinic',
              version: 2,
              updated_at: '2026-11-20T15:00:00.000Z',
              updated_by: { id: 88, name: 'Rosa Diaz' },
              is_published: true,
              published: null,
            },
          ],
        },
      },
      'GET /api/periods/70/custom-pages': { body: { data: [aPage] } },
    },
    edit: () => type(/^(URL|Slug)/),
    event: ['record_changed', record('period', 70)],
    what: '“Clinic”',
  },
  {
    at: '/schools/7/settings/periods',
    get: 'GET /api/periods/70/about',
    before: aboutPeriod,
    after: { ...aboutPeriod, ends_on: '2027-08-30', version: aboutPeriod.version + 1 },
    more: { 'GET /api/periods/70/history': saved },
    edit: async () => {
      const [menu] = await screen.findAllByRole('button', { name: /^More actions for/ })
      await userEvent.click(menu!)
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
      await type(/^Name/)
    },
    event: ['record_changed', record('period', 70)],
    what: 'this policy year',
  },
  {
    at: '/student/900/policy-years/70/info',
    get: 'GET /api/student-periods/500',
    before: aStudentPeriod,
    after: { ...aStudentPeriod, campus: 'Harbor', version: aStudentPeriod.version + 1 },
    more: {
      'GET /api/students/900/overview': { body: { data: aStudentOverview } },
      'GET /api/student-history-entries': saved,
    },
    edit: () => type(/^Program/),
    event: ['rows_changed', { period_id: 70, ids: [500], by: 88 }],
    what: 'this student’s academics and fees',
  },
  {
    at: '/student/900/overview?edit=true',
    get: 'GET /api/students/900/overview',
    before: aStudentOverview,
    after: {
      ...aStudentOverview,
      student: { ...aStudent, city: 'Seaside', version: aStudent.version + 1 },
    },
    more: {
      'GET /api/student-periods/500': { body: { data: aStudentPeriod } },
      'GET /api/student-history-entries': saved,
    },
    edit: () => type(/^First name/),
    event: ['rows_changed', { period_id: 70, ids: [500], by: 88 }],
    what: 'this student',
  },
]

test.each(screens)('$at says at once that someone else saved $what', async (one) => {
  const tell = fakeLiveEvents()
  let present = one.before
  await openApp(one.at, admin, {
    'GET /api/schools-for-users': { body: { data: [] } },
    'GET /api/schools/7': { body: { data: aSchool } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/drafts': { body: { data: null } },
    'PUT /api/drafts': { status: 204 },
    ...one.more,
    [one.get]: () => ({ body: { data: present } }),
  })
  await one.edit()
  expect(screen.queryByText(/while you were editing/)).toBeNull()
  present = one.after
  await tell(...one.event)
  expect(await screen.findByText(`Rosa Diaz saved ${one.what} while you were editing`)).toBeTruthy()
})

test('the user’s own save in another tab isn’t reported', async () => {
  const tell = fakeLiveEvents()
  let present: object = aSchool
  let reads = 0
  await openApp('/schools/7/settings', admin, {
    'GET /api/schools-for-users': { body: { data: [] } },
    'GET /api/schools/7/periods': { body: { data: [aPeriod] } },
    'GET /api/drafts': { body: { data: null } },
    'PUT /api/drafts': { status: 204 },
    'GET /api/schools/7': () => ({ body: { data: present } }),
    'GET /api/schools/7/history': () => {
      reads += 1
      return onePage([{ ...entry, actor: { id: admin.id, name: 'Dana Whitlock' } }])
    },
  })
  await type(/^Website/)
  present = { ...aSchool, city: 'Seaside', version: aSchool.version + 1 }
  await tell('record_changed', { ...record('school', 7), by: admin.id })
  await waitFor(() => expect(reads).toBe(1))
  expect(screen.queryByText(/while you were editing/)).toBeNull()
})
