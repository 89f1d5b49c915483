import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { chooseOption, expect } from './fixtures.ts'
import { list, press, type Screen } from './screens.ts'

export const openBulk = async (page: Page): Promise<void> => {
  await page.getByLabel('Select all rows').check()
  await page.getByRole('button', { name: 'Coverage status' }).click()
  await chooseOption(
    page.getByRole('dialog').getByRole('combobox', { name: 'Medical', exact: true }),
    'Waived',
  )
  await expect(page.getByText(/records? will change/)).toBeVisible()
}

export const openPreview = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Import' }).first().click()
  await page.locator('input[type=file]').setInputFiles(join(import.meta.dirname, 'files/roster-messy.csv'))
  await page.getByRole('button', { name: /Preview/ }).click()
  await expect(page.getByRole('button', { name: /^Rejected \d/ })).toContainText('12')
}

/** Opens an action for the selection, in the bar or its menu. */
const openVerb = async (page: Page, name: string): Promise<Locator> => {
  await page.getByLabel('Select all rows').check()
  const more = page.getByRole('button', { name: 'More actions for the selection' })
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

/** The dialogs and menus of the list. */
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
      await chooseOption(
        page
          .getByRole('dialog', { name: 'Advanced filter' })
          .getByRole('combobox', { name: 'Field', exact: true }),
        'Dental',
      )
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
    name: 'selection',
    after: (page: Page) => page.getByLabel('Select all rows').check(),
  },
  {
    name: 'change-field',
    after: async (page: Page) => {
      const dialog = await openVerb(page, 'Change field')
      await dialog.getByLabel('Field').fill('campus')
      await page.getByRole('option', { name: /^Campus/ }).click()
      await dialog.getByRole('combobox', { name: 'Campus' }).fill('North')
      await expect(dialog.getByText(/records? will change/)).toBeVisible()
    },
  },
  {
    name: 'write-email',
    after: async (page: Page) => {
      const dialog = await openVerb(page, 'Email')
      await dialog.getByRole('textbox', { name: 'Subject' }).fill('Your insurance card')
      await dialog.getByRole('textbox', { name: 'Text' }).fill('Your new insurance card is in the mail.')
      await expect(dialog.getByTitle(/^Email to/)).toBeVisible()
    },
  },
  {
    name: 'add-note',
    after: async (page: Page) => {
      const dialog = await openVerb(page, 'Add note')
      await dialog.getByLabel('Note').fill('Called about the card.')
      await expect(dialog.getByText(/students? will get this note/)).toBeVisible()
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
      await press(page, 'Save as new view…')
      await page.getByRole('dialog').getByLabel('Name').fill('By student ID')
    },
  },
  {
    name: 'preview-panel',
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

/** The dialogs of a school's settings, after one of its images was used on a page. */
export const overASchool = (school: string, listPath: string): readonly Screen[] => [
  {
    name: 'choose-picture',
    path: `${listPath}/website/home-page`,
    sign: 'Change image…',
    after: async (page) => {
      await press(page, 'Change image…')
      await expect(page.getByRole('radio', { name: /harbor\.svg/ })).toBeVisible()
    },
  },
  {
    name: 'remove-used-file',
    path: `${school}/files`,
    sign: 'Home page',
    after: async (page) => {
      await press(page, 'Remove harbor.svg')
      await expect(page.getByRole('alertdialog').getByText(/^Home page, /)).toBeVisible()
    },
  },
  {
    name: 'school-history',
    path: school,
    sign: 'Archive school…',
    after: async (page) => {
      await press(page, / history$/)
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    },
  },
]

export const showPicture = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await press(page, 'Choose image…')
  const dialog = page.getByRole('dialog', { name: 'Choose image' })
  await dialog.locator('input[type=file]').setInputFiles(brochure)
  await expect(dialog.getByRole('radio', { name: /harbor\.svg/ })).toBeChecked()
  await dialog.getByLabel('Alt text').fill('The harbor')
  await page.keyboard.press('Enter')
  await press(page, 'Save')
  await expect(page.getByText('Home page saved')).toBeVisible()
}
