import { expect, test } from 'vitest'
import { homePage } from '#contract/setup/period-documents/home-page.ts'
import { websiteConfiguration } from '#contract/setup/period-documents/website-configuration.ts'
import { wordsOf } from './document-text.ts'
import { setupFieldOf } from './setup-text.ts'

test('the settings of the site name pages and languages as their screens do', () => {
  const { path, value } = wordsOf(websiteConfiguration)
  expect(path('menu[faqs].is_visible')).toBe('Menu › FAQs › Show in menu')
  expect(path('menu[New to Harborview].is_visible')).toBe('Menu › New to Harborview › Show in menu')
  expect(value(['plan-info', 'waive', 'New to Harborview'])).toBe(
    'Plan info and details, Waive, and New to Harborview',
  )
  expect(value(['en', 'es'])).toBe('English and Spanish')
})

test('a change of the setup is named by its document, page and fields', () => {
  expect(setupFieldOf('website-configuration.menu[faqs].is_visible')?.label).toBe(
    'Site settings › Menu › FAQs › Show in menu',
  )
  expect(setupFieldOf('enroll-form/intro.title')?.label).toBe('Enrollment form introduction › Title')
  expect(setupFieldOf('custom-pages/3.body')?.label).toBe('Custom page › Text')
  expect(setupFieldOf('home-page.announcement.tone')?.value('warning')).toBe('Warning')
  expect(setupFieldOf('home-page.sections[Who pays?].body')?.label).toBe(
    'Home page › Sections › Who pays? › Text',
  )
  expect([setupFieldOf('medical_status'), setupFieldOf('address.city')]).toEqual([undefined, undefined])
})

test('a record that isn’t in a list is shown with its parts', () => {
  expect(wordsOf(homePage).value({ src: '/media/a.png', alt: 'A boat' })).toBe(
    'Image: Picture; Alt text: A boat',
  )
})
