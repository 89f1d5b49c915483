import {
  Activity,
  Building2,
  CalendarRange,
  ChartColumn,
  ClipboardCheck,
  ClipboardList,
  Globe,
  House,
  Inbox,
  ListChecks,
  Mail,
  MessagesSquare,
  RefreshCw,
  ScrollText,
  Send,
  Settings,
  ShieldCheck,
  Umbrella,
  Upload,
  UserCheck,
  UserCog,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { isAdmin } from '#contract/platform/access.ts'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import type { Place } from './place.ts'

/** A screen in the sidebar and the command palette. */
export interface ScreenLink {
  readonly key: string
  readonly label: string
  readonly icon: LucideIcon
  readonly group: 'work' | 'setup' | 'school' | 'all'
  readonly href: string
  /** Another path prefix of the entry’s screens, besides `href`. */
  readonly root?: string
}

/** Returns the screens for a user at a place, in sidebar order. */
export const screensFor = (user: Me, { school, period }: Place): readonly ScreenLink[] => [
  ...(school !== null && period !== null
    ? periodScreens(`/schools/${school}/period/${period}`, isAdmin(user))
    : []),
  ...(school !== null && period !== null && isAdmin(user)
    ? setUpScreens(`/schools/${school}/period/${period}`)
    : []),
  ...(school !== null && isAdmin(user) ? schoolScreens(`/schools/${school}`) : []),
  ...(isAdmin(user) ? everywhere : []),
]

const isWithin = (pathname: string, { href, root = href }: ScreenLink): boolean =>
  pathname === href || [href, root].some((prefix) => prefix !== '/' && pathname.startsWith(`${prefix}/`))

/** Returns the screen that a path belongs to: the nearest one above it. */
export const screenAt = (screens: readonly ScreenLink[], pathname: string): ScreenLink | undefined =>
  screens
    .filter((screen) => isWithin(pathname, screen))
    .toSorted((one, other) => (other.root ?? other.href).length - (one.root ?? one.href).length)[0]

const periodScreens = (base: string, reviews: boolean): readonly ScreenLink[] => [
  { key: 'home', label: 'Home', icon: House, group: 'work', href: `${base}/home` },
  {
    key: 'students',
    label: 'Students',
    icon: Users,
    group: 'work',
    href: base,
  },
  ...(reviews ? reviewScreens(base) : []),
  {
    key: 'import',
    label: 'Import',
    icon: Upload,
    group: 'work',
    href: `${base}/import`,
  },
  {
    key: 'messages',
    label: 'Messages',
    icon: MessagesSquare,
    group: 'work',
    href: `${base}/messages`,
  },
  {
    key: 'emails',
    label: 'Sent emails',
    icon: Send,
    group: 'work',
    href: `${base}/emails`,
  },
]

/** What only Shipmate Admins do with the students of a policy year. */
const reviewScreens = (base: string): readonly ScreenLink[] => [
  {
    key: 'forms',
    label: 'Form submissions',
    icon: ClipboardList,
    group: 'work',
    href: `${base}/student-form-submissions`,
    // the review of one form
    root: `${base}/student-form-submission`,
  },
  {
    key: 'default-enrollment',
    label: 'Default enrollment',
    icon: UserCheck,
    group: 'work',
    href: `${base}/default-enrollment`,
  },
  {
    key: 'reverifications',
    label: 'Reverification',
    icon: RefreshCw,
    group: 'work',
    href: `${base}/reverifications`,
  },
  {
    key: 'reports',
    label: 'Reports',
    icon: ChartColumn,
    group: 'work',
    href: `${base}/reports`,
  },
]

const setUpScreens = (base: string): readonly ScreenLink[] => [
  {
    key: 'set-up',
    label: 'Setup',
    icon: ClipboardCheck,
    group: 'setup',
    href: `${base}/set-up`,
  },
  {
    key: 'insurance-options',
    label: 'Insurance options',
    icon: Umbrella,
    group: 'setup',
    href: `${base}/insurance-options`,
  },
  {
    key: 'waiver-options',
    label: 'Waiver options',
    icon: ListChecks,
    group: 'setup',
    href: `${base}/waiver-options`,
  },
  {
    key: 'website',
    label: 'Student website',
    icon: Globe,
    group: 'setup',
    href: `${base}/website/home-page`,
    root: `${base}/website`,
  },
]

const schoolScreens = (base: string): readonly ScreenLink[] => [
  {
    key: 'school-settings',
    label: 'School settings',
    icon: Settings,
    group: 'school',
    href: `${base}/settings`,
  },
  {
    key: 'periods',
    label: 'Policy years',
    icon: CalendarRange,
    group: 'school',
    href: `${base}/settings/periods`,
  },
]

const everywhere: readonly ScreenLink[] = [
  {
    key: 'schools',
    label: 'Schools',
    icon: Building2,
    group: 'all',
    href: '/',
  },
  {
    key: 'insurance-companies',
    label: 'Insurance companies',
    icon: ShieldCheck,
    group: 'all',
    href: '/settings/insurance-companies',
  },
  {
    key: 'users',
    label: 'Users',
    icon: UserCog,
    group: 'all',
    href: '/settings/users',
    // one user; a school admin’s own page isn’t below the list
    root: '/users',
  },
  {
    key: 'payer-health',
    label: 'Payer health',
    icon: Activity,
    group: 'all',
    href: '/settings/payer-health',
  },
  {
    key: 'email-templates',
    label: 'Email templates',
    icon: Mail,
    group: 'all',
    href: '/settings/global-email-templates',
  },
  {
    key: 'mailbox',
    label: 'Mailbox',
    icon: Inbox,
    group: 'all',
    href: '/settings/mailbox',
  },
  {
    key: 'email-delivery',
    label: 'Email delivery',
    icon: Send,
    group: 'all',
    href: '/settings/email-delivery',
  },
  {
    key: 'activity',
    label: 'Activity log',
    icon: ScrollText,
    group: 'all',
    href: '/settings/activity',
  },
]
