import type { Page } from '@playwright/test'
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

test('the pages fit a phone from right to left', async ({ page, world }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const site = await openSite(world)
  for (const path of ['', '/faqs', '/waive', '/enroll', '/status']) {
    await page.goto(`${site}${path}`)
    const widths = await page.evaluate(() => {
      document.documentElement.dir = 'rtl'
      const { scrollWidth, clientWidth } = document.documentElement
      return { scrollWidth, clientWidth }
    })
    expect([path, widths.scrollWidth]).toEqual([path, widths.clientWidth])
  }
})
