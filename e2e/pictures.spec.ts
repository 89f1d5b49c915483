import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { settle } from './findings.ts'
import { test } from './fixtures.ts'
import { guidePictures, type GuidePicture } from './guide-pictures.ts'
import { lists, openScreen, signedOut, signInAsDemo, type Screen } from './screens.ts'

const folder = join(import.meta.dirname, '../docs/screens')
const themes = ['light', 'dark'] as const

const inTheme = async (page: Page, theme: (typeof themes)[number]): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme })
  await settle(page)
}

/** Saves a picture of the README, as large as the device. */
const saveReadmePicture = async (page: Page, name: string, screen: Screen | undefined): Promise<void> => {
  if (!screen) throw new Error(`No screen for the picture ${name}`)
  await openScreen(page, screen)
  for (const theme of themes) {
    await inTheme(page, theme)
    await page.screenshot({ path: join(folder, `${name}-${theme}.png`) })
  }
}

/** Saves a picture of the staff guide. All have the same size (`client/app/guide-text.tsx`). */
const saveGuidePicture = async (page: Page, picture: GuidePicture): Promise<void> => {
  const sidebar = picture.hasSidebar ? 0 : 232
  const size = { width: 1048, height: 720 }
  await page.setViewportSize({ ...size, width: size.width + sidebar })
  await openScreen(page, picture)
  for (const theme of themes) {
    await inTheme(page, theme)
    const image = await page.screenshot({ clip: { x: sidebar, y: 0, ...size } })
    await sharp(image)
      .webp({ quality: 75 })
      .toFile(join(folder, `${picture.name}-${theme}.webp`))
  }
}

test('pictures of the README and the staff guide', async ({ page, db }) => {
  test.setTimeout(600_000)
  await signInAsDemo(page, db)
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const name of ['form-review', 'student-list'])
    await saveReadmePicture(
      page,
      name,
      lists.find((screen) => screen.name === name),
    )
  for (const picture of guidePictures) await saveGuidePicture(page, picture)
  await page.setViewportSize({ width: 390, height: 844 })
  await saveReadmePicture(
    page,
    'student-site-phone',
    signedOut.find(({ name }) => name === 'student-site'),
  )
})
