import { expect, test } from 'vitest'
import { admin } from '#client/testing/users.ts'
import { entriesOf, screenAt, screensFor } from './screens.ts'

const screens = screensFor(admin, { school: 7, period: 70 })
const year = '/schools/7/period/70'

test.each([
  [year, 'students'],
  [`${year}/home`, 'home'],
  [`${year}/import/5`, 'import'],
  [`${year}/student-form-submissions`, 'forms'],
  [`${year}/student-form-submissions/agreement`, 'forms'],
  [`${year}/student-form-submission/8`, 'forms'],
  [`${year}/reverifications`, 'reverifications'],
  [`${year}/insurance-options/medical-plan`, 'insurance-options'],
  [`${year}/website/enroll-form/dropdowns-and-notices`, 'website'],
  [`${year}/website/visits`, 'website'],
  ['/schools/7/settings/colors', 'school-settings'],
  ['/schools/7/settings/periods', 'periods'],
  ['/settings/insurance-companies/3', 'insurance-companies'],
  ['/settings/mailbox', 'mailbox'],
  ['/', 'schools'],
  ['/student/5/notes', undefined],
])('%s belongs to %s', (pathname, key) => {
  expect(screenAt(screens, pathname)?.key).toBe(key)
})

test('the sidebar has at most 12 entries, and reaches every screen', () => {
  const entries = entriesOf(screens)
  expect(entries.map(({ label }) => label)).toEqual([
    'Home',
    'Students',
    'Form submissions',
    'Reverification',
    'Reports',
    'Import',
    'Emails',
    'Setup',
    'Student website',
    'Schools',
    'Settings',
  ])
  expect(new Set(entries.flatMap((entry) => entry.screens))).toEqual(new Set(screens))
})
