import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signIn, test, type World } from './fixtures.ts'

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
  await page.locator('input[type=file]').setInputFiles(join(import.meta.dirname, 'files/roster-messy.csv'))
  await page.getByRole('button', { name: /Preview/ }).click()
  await expect(page.getByRole('button', { name: /^Refused \d/ })).toContainText('12')
}

const list = '/schools/1/period/2'
const screens: readonly Screen[] = [
  { name: 'login', path: '/login', isOpen: true, sign: 'Sign in' },
  { name: 'forgot', path: '/login/forgot', isOpen: true, sign: 'Email' },
  { name: 'not-permitted', path: '/not-permitted', isOpen: true, sign: '' },
  { name: 'general-error', path: '/general-error', isOpen: true, sign: '' },
  { name: 'not-found', path: '/no/such/page', isOpen: true, sign: '' },
  { name: 'schools', path: '/', sign: 'Harborview University' },
  { name: 'periods', path: '/schools/1/settings/periods', sign: '2027–28' },
  { name: 'student-list', path: list, sign: 'students' },
  {
    name: 'student-list-filtered',
    path: `${list}?q=a&filters=${encodeURIComponent('{"program":{"operator":"and","constraints":[{"match_mode":"startsWith","value":"Nursing"}]}}')}&sort=-graduation_year,student_name`,
    sign: 'Clear all',
  },
  { name: 'student-list-empty', path: '/schools/1/period/3', sign: 'No students in this policy year yet' },
  { name: 'import', path: `${list}/import`, sign: 'Drop a roster' },
  { name: 'student', path: '/student/4', sign: 'Medical' },
]

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

const signInAsDemo = async (page: Page, world: World): Promise<void> => {
  const { id, email } = await world.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', 'admin@shipmate.example')
    .executeTakeFirstOrThrow()
  await signIn(page, world, { id, email, password: '' })
}

for (const theme of ['light', 'dark'] as const)
  for (const [width, height, size] of [
    [1440, 900, ''],
    [390, 844, '-phone'],
  ] as const)
    test(`every screen, ${theme}, ${width} wide: no finding of axe`, async ({ browser, world }) => {
      test.setTimeout(150_000)
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        hasTouch: size !== '',
      })
      const page = await context.newPage()
      for (const screen of screens.filter(({ isOpen }) => isOpen)) await see(page, screen, `${size}-${theme}`)
      await signInAsDemo(page, world)
      for (const screen of screens.filter(({ isOpen }) => !isOpen))
        await see(page, screen, `${size}-${theme}`)
      await context.close()
    })

test('the dialogs that change, and an import’s preview', async ({ page, world }) => {
  test.setTimeout(90_000)
  await signInAsDemo(page, world)
  await see(page, { name: 'bulk-change', path: list, sign: 'students', after: openBulk }, '-light')
  await signIn(page, world, world.registrar)
  await see(
    page,
    { name: 'import-result', path: `${world.listPath}/import`, sign: 'Drop a roster', after: openPreview },
    '-light',
  )
})
