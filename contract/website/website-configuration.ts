import * as z from 'zod/mini'
import { distinctKeys, itemKey } from '../document.ts'
import { periodDocument } from '../periods/document.ts'
import { languages } from '../periods/waiver-choices.ts'
import { shortLabel } from './parts.ts'

/** The pages that every student site has; custom pages stand in the menu by their own key. */
export const sitePages = ['home', 'plan-info', 'enroll', 'waive', 'resources', 'faqs', 'contact'] as const
export type SitePage = (typeof sitePages)[number]
export const sitePageLabels: Record<SitePage, string> = {
  home: 'Home',
  'plan-info': 'Plan info and details',
  enroll: 'Enroll',
  waive: 'Waive',
  resources: 'Resources and links',
  faqs: 'FAQs',
  contact: 'Contact',
}

export const isSitePage = (key: string): key is SitePage => sitePages.some((page) => page === key)

/** A place in the menu: a page of the site by its name, or a custom page by its key. */
export const menuItem = z.strictObject({ key: itemKey, label: shortLabel, is_visible: z.boolean() })
export type MenuItem = z.output<typeof menuItem>

/** Whether the student site of a period is open, its menu and its languages. Holds from the moment it is saved. */
export const websiteConfiguration = periodDocument({
  kind: 'website-configuration',
  label: 'Student website',
  isWebsite: true,
  shape: {
    is_live: z.boolean(),
    /** In the order of the menu. A page that is not in it stands at the end, not shown. */
    menu: z.array(menuItem).check(z.maxLength(60)),
    languages: z.array(z.enum(languages)).check(z.minLength(1, 'Choose a language at least.')),
  },
  labels: { is_live: 'Open to students', menu: 'Menu', languages: 'Languages' },
  empty: {
    is_live: false,
    menu: sitePages.map((key) => ({ key, label: null, is_visible: true })),
    languages: ['en'],
  },
  misfits: ({ menu, languages: chosen }) => [
    ...distinctKeys('menu', menu),
    ...(new Set(chosen).size === chosen.length
      ? []
      : [['languages', 'A language is chosen twice.'] as const]),
  ],
})
