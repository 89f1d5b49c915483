import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import type { Database } from '#server/db/database.ts'
import { buildPerson, expect, signIn, test } from './fixtures.ts'

/** `SCREENS=docs` writes the pictures of docs/screens anew; otherwise they rest with the results. */
const folder = join(
  import.meta.dirname,
  '..',
  process.env['SCREENS'] === 'docs' ? 'docs/screens' : 'test-results/screens',
)
mkdirSync(folder, { recursive: true })

interface Screen {
  readonly name: string
  readonly path: string
  readonly isOpen?: boolean
  /** A list: its columns and tools are looked at between phone and desk, too. */
  readonly isList?: boolean
  /** Something that is there once the screen has what it shows. */
  readonly sign: string
  readonly after?: (page: Page) => Promise<void>
}

const openBulk = async (page: Page): Promise<void> => {
  await page.getByLabel('Select all rows').check()
  await page.getByRole('button', { name: 'Coverage status' }).click()
  await page.getByRole('dialog').getByLabel('Medical').selectOption('waived')
  await expect(page.getByText(/records? will change/)).toBeVisible()
}

const openPreview = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Import' }).first().click()
  await page.locator('input[type=file]').setInputFiles(join(import.meta.dirname, 'files/roster-messy.csv'))
  await page.getByRole('button', { name: /Preview/ }).click()
  await expect(page.getByRole('button', { name: /^Refused \d/ })).toContainText('12')
}

const list = '/schools/1/period/2'
const year = '/student/4/policy-years/2'
const screens: readonly Screen[] = [
  { name: 'login', path: '/login', isOpen: true, sign: 'Sign in' },
  { name: 'forgot', path: '/login/forgot', isOpen: true, sign: 'Email' },
  { name: 'signed-out', path: '/login?reason=idle', isOpen: true, sign: 'You were signed out' },
  {
    name: 'reset',
    path: '/login/reset?token=t&email=robin@staff.example',
    isOpen: true,
    sign: 'New password',
  },
  {
    name: 'welcome',
    path: '/login/welcome?token=t&email=robin@staff.example',
    isOpen: true,
    sign: 'Welcome',
  },
  { name: 'not-permitted', path: '/not-permitted', isOpen: true, sign: '' },
  { name: 'general-error', path: '/general-error', isOpen: true, sign: '' },
  { name: 'not-found', path: '/no/such/page', isOpen: true, sign: '' },
  { name: 'schools', path: '/', sign: 'Harborview University', isList: true },
  { name: 'periods', path: '/schools/1/settings/periods', sign: '2027–28', isList: true },
  { name: 'school-settings', path: '/schools/1/settings', sign: 'Archive this school' },
  { name: 'school-colors', path: '/schools/1/settings/colors', sign: 'Text on banner' },
  { name: 'school-files', path: '/schools/1/settings/files', sign: 'Drop pictures and PDFs here' },
  { name: 'insurance-companies', path: '/settings/insurance-companies', sign: 'Aetna Inc.', isList: true },
  { name: 'typed-names', path: '/settings/insurance-companies?list=typed', sign: 'Meritain Health' },
  { name: 'insurance-company', path: '/settings/insurance-companies/1', sign: 'Eligibility checks' },
  { name: 'website-home-page', path: `${list}/website/home-page`, sign: 'Headline' },
  { name: 'website-plan-info', path: `${list}/website/plan-info-and-details`, sign: 'Plans shown' },
  { name: 'website-resources', path: `${list}/website/resources-and-links`, sign: 'Add a group' },
  {
    name: 'website-enroll-form',
    path: `${list}/website/enroll-form`,
    sign: 'Add a step',
    after: async (page) => {
      await press(page, /^About you/)
      await press(page, 'Phone')
    },
  },
  {
    name: 'website-dropdowns',
    path: `${list}/website/waiver-form/dropdowns-and-notices`,
    sign: 'Rename an option…',
  },
  { name: 'website-contact-form', path: `${list}/website/contact-form`, sign: 'Add a recipient' },
  {
    name: 'website-faqs',
    path: `${list}/website/faqs`,
    sign: 'Add a question',
    after: (page) => press(page, 'Open all'),
  },
  { name: 'website-custom-page', path: `${list}/website/custom-page/1`, sign: 'Add a page' },
  { name: 'student-list', path: list, sign: 'students', isList: true },
  {
    name: 'student-list-filtered',
    path: `${list}?q=a&filters=${encodeURIComponent('{"program":{"operator":"and","constraints":[{"match_mode":"startsWith","value":"Nursing"}]}}')}&sort=-graduation_year,student_name`,
    sign: 'Clear all',
    isList: true,
  },
  {
    name: 'student-list-empty',
    path: '/schools/1/period/3',
    sign: 'No students in this policy year yet',
    isList: true,
  },
  { name: 'import', path: `${list}/import`, sign: 'Drop a roster' },
  { name: 'insurance-options', path: `${list}/insurance-options`, sign: 'Lines offered' },
  { name: 'medical-plan', path: `${list}/insurance-options/medical-plan`, sign: '6 of 12 months' },
  { name: 'waiver-options', path: `${list}/waiver-options`, sign: 'Rule set 1' },
  {
    name: 'waiver-rule',
    path: `${list}/waiver-options`,
    sign: 'Rule set 1',
    after: async (page) => {
      await page.getByRole('button', { name: /^Accepted sources of coverage/ }).click()
      await expect(page.getByText('When it does not hold')).toBeVisible()
    },
  },
  { name: 'student', path: '/student/4', sign: 'Medical' },
  { name: 'student-info', path: `${year}/info`, sign: 'Enrollment' },
  { name: 'student-insurance-details', path: `${year}/insurance-details`, sign: 'Medical' },
  { name: 'student-form-submissions', path: `${year}/form-submissions`, sign: 'No forms yet' },
  { name: 'student-notes', path: '/student/4/notes', sign: 'Add note' },
  { name: 'student-documents', path: '/student/4/documents', sign: 'No documents yet' },
  { name: 'student-emails', path: '/student/4/emails', sign: 'No emails yet' },
  { name: 'student-verifications', path: '/student/4/inovalon-verifications', sign: 'No verifications yet' },
  { name: 'student-policy-years', path: '/student/4/manage-policy-years', sign: '2026–27' },
  { name: 'student-history', path: '/student/4/history', sign: 'History' },
]

/** Opens what is done with a selection, wherever the bar has room for it. */
const openVerb = async (page: Page, name: string): Promise<Locator> => {
  await page.getByLabel('Select all rows').check()
  const more = page.getByRole('button', { name: 'More for the selection' })
  await expect(more).toBeVisible()
  const inSight = page.getByRole('button', { name, exact: true })
  if (await inSight.isVisible()) await inSight.click()
  else {
    await more.click()
    await page.getByRole('menuitem', { name }).click()
  }
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

/** What opens over the list. */
const overTheList: readonly Screen[] = [
  {
    name: 'columns',
    after: async (page: Page) => {
      await press(page, 'Columns')
      await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
    },
  },
  {
    name: 'filter',
    after: async (page: Page) => {
      await press(page, 'Filter')
      await page.getByPlaceholder('Find a field').fill('dental')
      await page.keyboard.press('Enter')
      await expect(page.getByPlaceholder('Search values')).toBeVisible()
    },
  },
  {
    name: 'advanced-filter',
    after: async (page: Page) => {
      await press(page, 'Filter')
      await press(page, 'Advanced…')
      await page.getByRole('dialog', { name: 'Advanced filter' }).getByLabel('Field').selectOption('Dental')
    },
  },
  {
    name: 'export',
    after: async (page: Page) => {
      await press(page, 'Export')
      await expect(page.getByRole('dialog', { name: 'Export students' })).toBeVisible()
    },
  },
  {
    name: 'change-field',
    after: async (page: Page) => {
      const dialog = await openVerb(page, 'Change a field')
      await dialog.getByLabel('Field').fill('campus')
      await page.getByRole('option', { name: /^Campus/ }).click()
      await dialog.getByRole('combobox', { name: 'Campus' }).fill('North')
      await expect(dialog.getByText(/records? will change/)).toBeVisible()
    },
  },
  {
    name: 'add-note',
    after: async (page: Page) => {
      const dialog = await openVerb(page, 'Add note')
      await dialog.getByLabel('Note').fill('Called about the card.')
      await expect(dialog.getByText(/students? gets? this note/)).toBeVisible()
    },
  },
  {
    name: 'remove',
    after: async (page: Page) => {
      const dialog = await openVerb(page, 'Remove from this policy year')
      await expect(dialog.getByRole('textbox')).toBeVisible()
    },
  },
  {
    name: 'save-view',
    after: async (page: Page) => {
      await page.goto(`${list}?sort=sid`)
      await press(page, 'Save as a view…')
      await page.getByRole('dialog').getByLabel('Name').fill('By student ID')
    },
  },
  {
    name: 'peek',
    after: async (page: Page) => {
      await page.getByRole('row').nth(3).locator('[data-column=sid]').click()
      await expect(page.getByRole('complementary', { name: 'Student' })).toBeVisible()
    },
  },
].map((one) => ({ ...one, name: `student-list-${one.name}`, path: list, sign: 'students' }))

const twoFactorSetup: Screen = { name: 'two-factor-setup', path: '/', sign: 'Set up two-factor sign-in' }

const idleWarning: Screen = {
  name: 'idle-warning',
  path: '/',
  sign: 'Harborview University',
  after: async (page) => {
    await page.clock.fastForward('13:30')
    await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible()
  },
}

const see = async (page: Page, screen: Screen, suffix: string): Promise<void> => {
  await page.goto(screen.path)
  if (screen.sign !== '')
    await expect(page.getByText(screen.sign).locator('visible=true').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await screen.after?.(page)
  await page.waitForTimeout(300)
  await page.screenshot({ path: join(folder, `${screen.name}${suffix}.png`) })
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${screen.name}: ${id} ${nodes[0]?.html.slice(0, 200) ?? ''}`,
  )
  expect.soft(found).toEqual([])
}

const signInAsDemo = async (page: Page, db: Database): Promise<void> => {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'admin@shipmate.example')
    .executeTakeFirstOrThrow()
  await signIn(page, { db }, admin)
}

// No school is made here: the pictures show the demo's own, and nothing else.
for (const theme of ['light', 'dark'] as const)
  for (const [width, height, size] of [
    [1440, 900, ''],
    [390, 844, '-phone'],
  ] as const)
    test(`every screen, ${theme}, ${width} wide: no finding of axe`, async ({ browser, db }) => {
      test.setTimeout(600_000)
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        hasTouch: size !== '',
      })
      const page = await context.newPage()
      const suffix = `${size}-${theme}`
      for (const screen of screens.filter(({ isOpen }) => isOpen)) await see(page, screen, suffix)
      await signIn(
        page,
        { db },
        await buildPerson(db, 'shipmate_admin', [], { two_factor_confirmed_at: null }),
      )
      await see(page, twoFactorSetup, suffix)
      await signInAsDemo(page, db)
      for (const screen of screens.filter(({ isOpen }) => !isOpen)) await see(page, screen, suffix)
      await page.clock.install()
      await see(page, idleWarning, suffix)
      await context.close()
    })

for (const theme of ['light', 'dark'] as const)
  test(`what opens over the list, ${theme}: no finding of axe`, async ({ browser, db }) => {
    test.setTimeout(600_000)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: theme })
    const page = await context.newPage()
    await signInAsDemo(page, db)
    for (const screen of overTheList) await see(page, screen, `-${theme}`)
    await context.close()
  })

for (const theme of ['light', 'dark'] as const)
  test(`every list, ${theme}, on a tablet: no finding of axe`, async ({ browser, db }) => {
    test.setTimeout(240_000)
    const context = await browser.newContext({
      viewport: { width: 768, height: 1024 },
      colorScheme: theme,
      hasTouch: true,
    })
    const page = await context.newPage()
    await signInAsDemo(page, db)
    for (const screen of screens.filter(({ isList }) => isList)) await see(page, screen, `-tablet-${theme}`)
    await context.close()
  })

test('the printed list: no finding of axe', async ({ page, db }) => {
  await page.addInitScript(() => {
    window.print = () => Object.assign(window, { printed: true })
  })
  await signInAsDemo(page, db)
  const print = async (): Promise<void> => {
    await press(page, 'Print')
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed') === true)).toBe(true)
    await page.emulateMedia({ media: 'print' })
  }
  await see(page, { name: 'student-list-print', path: `${list}?q=chen`, sign: 'students', after: print }, '')
})

const brochure = {
  name: 'harbor.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from('<svg viewBox="0 0 80 60"><rect width="80" height="60" fill="#0f6e56"/></svg>'),
}

/** What opens over a school's own things, once a picture of it stands on a page. */
const overASchool = (school: string, listPath: string): readonly Screen[] => [
  {
    name: 'choose-picture',
    path: `${listPath}/website/home-page`,
    sign: 'Choose another picture…',
    after: async (page) => {
      await press(page, 'Choose another picture…')
      await expect(page.getByRole('radio', { name: /harbor\.svg/ })).toBeVisible()
    },
  },
  {
    name: 'remove-used-file',
    path: `${school}/files`,
    sign: 'Home page',
    after: async (page) => {
      await press(page, 'Remove harbor.svg')
      await expect(page.getByRole('alertdialog').getByText(/^Home page of/)).toBeVisible()
    },
  },
  {
    name: 'school-history',
    path: school,
    sign: 'Archive this school',
    after: async (page) => {
      await press(page, /^History of/)
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    },
  },
]

const showPicture = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await press(page, 'Choose a picture…')
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' })
  await dialog.locator('input[type=file]').setInputFiles(brochure)
  await expect(dialog.getByRole('radio', { name: /harbor\.svg/ })).toBeChecked()
  await dialog.getByLabel('What it shows').fill('The harbor')
  await page.keyboard.press('Enter')
  await press(page, 'Save')
  await expect(page.getByText('Home page saved')).toBeVisible()
}

test('the dialogs that change, an import’s preview, and what opens over a school', async ({
  page,
  db,
  world,
}) => {
  test.setTimeout(240_000)
  await signInAsDemo(page, db)
  await see(page, { name: 'bulk-change', path: list, sign: 'students', after: openBulk }, '-light')
  // Another school than the one in the other pictures: a preview stands among its imports.
  const path = '/schools/2/period'
  await see(page, { name: 'import-result', path, sign: 'students', after: openPreview }, '-light')
  // a school that nobody has seen yet: what the others show stays as it is
  await showPicture(page, `${world.listPath}/website/home-page`)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    const school = `/schools/${world.schoolId}/settings`
    for (const screen of overASchool(school, world.listPath)) await see(page, screen, `-${theme}`)
  }
})
