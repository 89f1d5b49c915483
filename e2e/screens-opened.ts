import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { list, press, type Screen } from './screens.ts'

export const openBulk = async (page: Page): Promise<void> => {
  await page.getByLabel('Select all rows').check()
  await page.getByRole('button', { name: 'Coverage status' }).click()
  await page.getByRole('dialog').getByLabel('Medical').selectOption('waived')
  await expect(page.getByText(/records? will change/)).toBeVisible()
}

export const openPreview = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Import' }).first().click()
  await page.locator('input[type=file]').setInputFiles(join(import.meta.dirname, 'files/roster-messy.csv'))
  await page.getByRole('button', { name: /Preview/ }).click()
  await expect(page.getByRole('button', { name: /^Refused \d/ })).toContainText('12')
}

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

/** What opens over the list. */
export const overTheList: readonly Screen[] = [
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

const brochure = {
  name: 'harbor.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from('<svg viewBox="0 0 80 60"><rect width="80" height="60" fill="#0f6e56"/></svg>'),
}

/** What opens over a school's own things, once a picture of it stands on a page. */
export const overASchool = (school: string, listPath: string): readonly Screen[] => [
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

export const showPicture = async (page: Page, path: string): Promise<void> => {
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
