import { expect, test } from 'vitest'
import { homePage } from '#contract/setup/period-documents/home-page.ts'
import { websiteConfiguration } from '#contract/setup/period-documents/website-configuration.ts'
import { wordsOf } from './document-text.ts'

test('the settings of the site name pages and languages as their screens do', () => {
  const { path, value } = wordsOf(websiteConfiguration)
  expect(path('menu[faqs].is_visible')).toBe('Menu › FAQs › Show in menu')
  expect(path('menu[New to Harborview].is_visible')).toBe('Menu › New to Harborview › Show in menu')
  expect(value(['plan-info', 'waive', 'New to Harborview'])).toBe(
    'Plan info and details, Waive, and New to Harborview',
  )
  expect(value(['en', 'es'])).toBe('English and Spanish')
})

test('a record that isn’t in a list is shown with its parts', () => {
  expect(wordsOf(homePage).value({ src: '/media/a.png', alt: 'A boat' })).toBe(
    'Image: /media/a.png; Alt text: A boat',
  )
})
