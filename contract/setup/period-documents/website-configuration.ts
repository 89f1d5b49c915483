import * as z from 'zod/mini'
import { translated } from '#contract/platform/translation.ts'
import { distinctKeys, itemKey } from '#contract/platform/document.ts'
import { periodDocument } from './document.ts'
import { languageLabels, languages, siteLanguages } from './waiver-choices.ts'
import { shortLabel } from './parts.ts'

/** The standard pages of a student website. Custom pages use their own key in the menu. */
export const sitePages = ['home', 'plan-info', 'enroll', 'waive', 'resources', 'faqs', 'contact'] as const
type SitePage = (typeof sitePages)[number]
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

/** A menu item: a standard page by name, or a custom page by key. */
const menuItem = z.strictObject({
  key: itemKey,
  ...translated({ label: shortLabel }),
  is_visible: z.boolean(),
})
export type MenuItem = z.output<typeof menuItem>

/** Whether the student website of a period is open, its menu and its languages. Applies when it’s published. */
export const websiteConfiguration = periodDocument({
  kind: 'website-configuration',
  label: 'Site settings',
  isWebsite: true,
  isPublished: true,
  shape: {
    is_live: z.boolean(),
    /** In menu order. Pages that aren’t listed come last and are hidden. */
    menu: z.array(menuItem).check(z.maxLength(60)),
    languages: z.array(z.enum(languages)).check(z.minLength(1, 'Choose at least 1 language.')),
  },
  labels: { is_live: 'Open to students', menu: 'Menu', languages: 'Languages' },
  choices: { ...sitePageLabels, ...languageLabels },
  empty: {
    is_live: false,
    menu: sitePages.map((key) => ({ key, label: null, is_visible: true })),
    languages: ['en'],
  },
  issues: ({ menu, languages: chosen }) => [
    ...distinctKeys('menu', menu),
    ...(new Set(chosen).size === chosen.length
      ? []
      : [['languages', 'Each language can be listed only once.'] as const]),
    ...chosen
      .filter((one) => siteLanguages.every((offered) => offered !== one))
      .map((one) => ['languages', `The student site isn’t available in ${languageLabels[one]}.`] as const),
  ],
})
