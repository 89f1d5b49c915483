import { expect } from './fixtures.ts'
import { list, press, type Screen } from './screens.ts'

/** What a page of the staff guide shows: the screen without the sidebar, unless the page is about the sidebar. */
export interface GuidePicture extends Screen {
  readonly hasSidebar?: true
}

/** One picture for each page of the staff guide, under the page's name (`docs/guide/`). The last ones change records. */
export const guidePictures: readonly GuidePicture[] = [
  { name: 'first-day', path: `${list}/home`, sign: 'Auto-enroll', hasSidebar: true },
  { name: 'deadline-week', path: `${list}/student-form-submissions`, sign: 'Ready to approve' },
  { name: 'appeals', path: `${list}/student-form-submission/4`, sign: 'Appeal' },
  { name: 'checks-and-reverification', path: `${list}/reverifications`, sign: 'Reverify date reached' },
  { name: 'new-year', path: '/schools/1/period/3/set-up', sign: 'Dates and deadlines' },
  { name: 'bursar-run', path: `${list}/reports/bursar`, sign: 'Lines in the next batch' },
  { name: 'age-out', path: `${list}/reports/age-out?horizon=90`, sign: 'Expected end of coverage' },
  { name: 'audits', path: '/student/306/history', sign: 'decided a form' },
  {
    name: 'unable-to-process',
    path: `${list}/student-form-submission/8`,
    sign: 'Unable to process',
    after: async (page) => {
      await press(page, /^Unable to process/)
      await expect(page.getByRole('button', { name: /^Apply (decision|and next)/ })).toBeVisible()
    },
  },
  {
    name: 'carrier-file',
    path: `${list}/reports/carrier-file`,
    sign: 'Full file 1',
    after: async (page) => {
      await page.getByRole('radio', { name: /^Full file/ }).check()
      await press(page, 'Prepare file')
      await expect(page.getByRole('heading', { name: 'The carrier would reject' })).toBeVisible()
    },
  },
]
