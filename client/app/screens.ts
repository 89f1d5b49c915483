import {
  Building2,
  CalendarRange,
  ClipboardCheck,
  Globe,
  ListChecks,
  Settings,
  ShieldCheck,
  Umbrella,
  Upload,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { isAdmin } from '#contract/access.ts'
import type { Me } from '#contract/auth/shapes.ts'
import type { Place } from './place.ts'

/** A screen that the sidebar and the command palette lead to. */
export interface ScreenLink {
  readonly key: string
  readonly label: string
  readonly icon: LucideIcon
  readonly group: 'work' | 'setup' | 'school' | 'all'
  readonly href: string
  /** What the addresses of its own screens begin with, where that is not `href`. */
  readonly root?: string
  /** Other words that find it in the palette. */
  readonly words?: string
}

/** The screens that exist for a user at a place; the sidebar shows them in this order. */
export const screensFor = (user: Me, { school, period }: Place): readonly ScreenLink[] => [
  ...(school !== null && period !== null ? periodScreens(`/schools/${school}/period/${period}`) : []),
  ...(school !== null && period !== null && isAdmin(user)
    ? setUpScreens(`/schools/${school}/period/${period}`)
    : []),
  ...(school !== null && isAdmin(user) ? schoolScreens(`/schools/${school}`) : []),
  ...(isAdmin(user) ? everywhere : []),
]

const isWithin = (pathname: string, { href, root = href }: ScreenLink): boolean =>
  pathname === root || (root !== '/' && pathname.startsWith(`${root}/`))

/** The screen that an address belongs to: the nearest above it. */
export const screenAt = (screens: readonly ScreenLink[], pathname: string): ScreenLink | undefined =>
  screens
    .filter((screen) => isWithin(pathname, screen))
    .toSorted((one, other) => (other.root ?? other.href).length - (one.root ?? one.href).length)[0]

const periodScreens = (base: string): readonly ScreenLink[] => [
  {
    key: 'students',
    label: 'Students',
    icon: Users,
    group: 'work',
    href: base,
    words: 'list roster coverage',
  },
  {
    key: 'import',
    label: 'Import',
    icon: Upload,
    group: 'work',
    href: `${base}/import`,
    words: 'csv upload roster file',
  },
]

const setUpScreens = (base: string): readonly ScreenLink[] => [
  {
    key: 'set-up',
    label: 'Set-up',
    icon: ClipboardCheck,
    group: 'setup',
    href: `${base}/set-up`,
    words: 'checklist compare year attention policy',
  },
  {
    key: 'insurance-options',
    label: 'Insurance options',
    icon: Umbrella,
    group: 'setup',
    href: `${base}/insurance-options`,
    words: 'medical dental vision plan premium exempt cohort deadline fee coverage term',
  },
  {
    key: 'waiver-options',
    label: 'Waiver options',
    icon: ListChecks,
    group: 'setup',
    href: `${base}/waiver-options`,
    words: 'rules requirements rule set deductible medicaid approval appeal reverification',
  },
  {
    key: 'website',
    label: 'Student website',
    icon: Globe,
    group: 'setup',
    href: `${base}/website/home-page`,
    root: `${base}/website`,
    words: 'faqs pages home plan resources contact',
  },
]

const schoolScreens = (base: string): readonly ScreenLink[] => [
  {
    key: 'school-settings',
    label: 'School settings',
    icon: Settings,
    group: 'school',
    href: `${base}/settings`,
    words: 'about name address contacts time zone logo colors branding files pictures archive',
  },
  {
    key: 'periods',
    label: 'Policy years',
    icon: CalendarRange,
    group: 'school',
    href: `${base}/settings/periods`,
    words: 'periods settings dates',
  },
]

const everywhere: readonly ScreenLink[] = [
  {
    key: 'schools',
    label: 'Schools',
    icon: Building2,
    group: 'all',
    href: '/',
    words: 'list all start home',
  },
  {
    key: 'insurance-companies',
    label: 'Insurance companies',
    icon: ShieldCheck,
    group: 'all',
    href: '/settings/insurance-companies',
    words: 'carriers payers settings merge doubles',
  },
]
