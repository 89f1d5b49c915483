import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { campuses, programs } from '#server/records/student-periods/factory.ts'
import { expect, signIn, test } from './fixtures.ts'
import { openSite } from './student-site.ts'

/** Writes Spanish texts in an editor by the labels of their fields, saves and publishes. */
const writeSpanish = async (
  page: Page,
  document: string,
  texts: readonly (readonly [label: string, english: string, spanish: string])[],
): Promise<void> => {
  await page.getByText('Spanish', { exact: true }).click()
  for (const [label, english, spanish] of texts) {
    const field = page.locator('[data-field]', { hasText: english }).getByLabel(label, { exact: true })
    await field.fill(spanish)
  }
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${document} saved`)).toBeVisible()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .click()
  await expect(page.getByText(`${document} published`)).toBeVisible()
}

test('an admin writes the site in Spanish, and a student reads it from the home page to the review of a form', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const site = await openSite(world)
  await signIn(page, world, world.admin)
  const website = `${world.listPath}/website`
  await page.goto(`${website}/home-page`)
  await expect(page.getByText('1 of 1 text has no Spanish.')).toBeVisible()
  const head = page.getByRole('region', { name: 'Page preview' }).locator('.site-head')
  await expect(head).toHaveCSS('display', 'flex')
  await writeSpanish(page, 'Home page', [['Headline', 'Student insurance', 'Seguro estudiantil']])
  await page.goto(`${website}/faqs`)
  await writeSpanish(page, 'FAQs', [['Question', 'Who pays?', '¿Quién paga?']])
  await page.goto(`${website}/enroll-form`)
  await writeSpanish(page, 'Enrollment form', [
    ['Title', 'Your studies', 'Sus estudios'],
    ['Your studies › Label', 'Class year', 'Año de clase'],
  ])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${site}?lang=es`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seguro estudiantil')
  await expect(page.locator('link[hreflang=es]')).toHaveAttribute('href', /\?lang=es$/)
  await page.goto(`${site}/faqs`)
  await page.getByText('¿Quién paga?').click()
  // what has no Spanish is in English and says so
  const answer = page.locator('[lang=en]', { hasText: 'You do.' })
  await expect(answer).toContainText('(en inglés)')

  await page.goto(`${site}/enroll`)
  const next = () => page.getByRole('button', { name: 'Continuar' }).click()
  const answers = {
    Nombre: 'Maya',
    Apellido: 'Thompson',
    'Fecha de nacimiento': '2003-04-05',
    Teléfono: '6145550134',
    'Dirección 1': '214 High Street',
    Ciudad: 'Columbus',
    Estado: 'OH',
    'Código postal': '43215',
  }
  await expect(page.getByRole('heading', { name: 'About you (en inglés)' })).toBeVisible()
  for (const [label, value] of Object.entries(answers)) await page.getByLabel(label).fill(value)
  await next()
  await expect(page.getByRole('heading', { name: 'Sus estudios' })).toBeVisible()
  const studies = { Programa: programs[0], Campus: campuses[0], 'Año de clase': '2028' }
  for (const [label, value] of Object.entries(studies)) await page.getByLabel(label).selectOption(value)
  await next()
  await page.getByLabel('Quiere cubrir dependientes').selectOption('no')
  await next()
  await next()
  await expect(page.getByRole('heading', { name: 'Revisar y firmar' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sus estudios' })).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'Año de clase' })).toBeVisible()
})

/** An address that is wider than a phone and has nowhere to break. */
const longWord = 'https://members.insurance-company-of-students.example/cards-and-claims'

test('the pages fit a phone with long words and addresses, also from right to left', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const site = await openSite(world)
  for (const text of ['Student insurance', 'Who pays?', 'You do.', 'Gold plan', 'Waivers', 'About you'])
    await sql`update period_publications set content = replace(content::text, ${text}, ${longWord})::jsonb
      where period_id = ${world.periodId}`.execute(world.db)
  await sql`update period_publications set content = content || ${JSON.stringify({ member_website: longWord })}
    where period_id = ${world.periodId} and kind = ${medicalPlan.kind}`.execute(world.db)
  for (const path of ['', '/plan-info', '/resources', '/faqs', '/contact', '/waive', '/enroll', '/status'])
    for (const direction of ['ltr', 'rtl']) {
      await page.goto(`${site}${path}`)
      const widths = await page.evaluate((dir) => {
        document.documentElement.dir = dir
        const { scrollWidth, clientWidth } = document.documentElement
        return { scrollWidth, clientWidth }
      }, direction)
      expect([path, direction, widths.scrollWidth]).toEqual([path, direction, widths.clientWidth])
    }
})
