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

type ScreenGroup = 'work' | 'setup' | 'all'

/** Screens about one thing, each a tab of it. */
type Room = 'emails' | 'setup' | 'settings'

/** A screen in the command palette, and in the sidebar alone or with the others of its room. */
interface ScreenLink {
  readonly key: string
  readonly label: string
  readonly icon: LucideIcon
  readonly group: ScreenGroup
  /** The room it’s part of: the sidebar has one entry for all of its screens. */
  readonly room?: Room
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
  ...(isAdmin(user) ? [schools] : []),
  ...(school !== null && isAdmin(user) ? schoolScreens(`/schools/${school}`) : []),
  ...(isAdmin(user) ? everywhere : []),
]

const isWithin = (pathname: string, { href, root = href }: ScreenLink): boolean =>
  pathname === href || [href, root].some((prefix) => prefix !== '/' && pathname.startsWith(`${prefix}/`))

/** What rooms are called in the sidebar. */
const rooms: Readonly<Record<Room, { readonly label: string; readonly icon: LucideIcon }>> = {
  emails: { label: 'Emails', icon: Mail },
  setup: { label: 'Setup', icon: ClipboardCheck },
  settings: { label: 'Settings', icon: Settings },
}

/** An entry of the sidebar: a screen, or a room that opens at its first screen. */
export interface SidebarEntry extends Pick<ScreenLink, 'key' | 'label' | 'icon' | 'group' | 'href'> {
  readonly screens: readonly ScreenLink[]
}

/** Returns the entries of the sidebar, in its order. */
export const entriesOf = (screens: readonly ScreenLink[]): readonly SidebarEntry[] => {
  const entries: SidebarEntry[] = []
  for (const screen of screens) {
    if (screen.room && entries.some(({ key }) => key === screen.room)) continue
    const { room } = screen
    entries.push(
      room
        ? { ...screen, key: room, ...rooms[room], screens: screens.filter((one) => one.room === room) }
        : { ...screen, screens: [screen] },
    )
  }
  return entries
}

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
    room: 'emails',
    href: `${base}/messages`,
  },
  {
    key: 'emails',
    label: 'Emails from staff',
    icon: Send,
    group: 'work',
    room: 'emails',
    href: `${base}/emails`,
  },
  ...(reviews ? [] : [siteVisits(base)]),
]

/** The visits of the site, which Shipmate Admins find with its pages. */
const siteVisits = (base: string): ScreenLink => ({
  key: 'site-visits',
  label: 'Site visits',
  icon: Globe,
  group: 'work',
  href: `${base}/website/visits`,
})

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
    room: 'setup',
    href: `${base}/set-up`,
  },
  {
    key: 'insurance-options',
    label: 'Insurance options',
    icon: Umbrella,
    group: 'setup',
    room: 'setup',
    href: `${base}/insurance-options`,
  },
  {
    key: 'waiver-options',
    label: 'Waiver options',
    icon: ListChecks,
    group: 'setup',
    room: 'setup',
    href: `${base}/waiver-options`,
  },
  {
    key: 'default-enrollment',
    label: 'Default enrollment',
    icon: UserCheck,
    group: 'setup',
    room: 'setup',
    href: `${base}/default-enrollment`,
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

const schools: ScreenLink = {
  key: 'schools',
  label: 'Schools',
  icon: Building2,
  group: 'all',
  href: '/',
}

const schoolScreens = (base: string): readonly ScreenLink[] => [
  {
    key: 'school-settings',
    label: 'School settings',
    icon: Settings,
    group: 'all',
    room: 'settings',
    href: `${base}/settings`,
  },
  {
    key: 'periods',
    label: 'Policy years',
    icon: CalendarRange,
    group: 'all',
    room: 'settings',
    href: `${base}/settings/periods`,
  },
]

const everywhere: readonly ScreenLink[] = [
  {
    key: 'insurance-companies',
    label: 'Insurance companies',
    icon: ShieldCheck,
    group: 'all',
    room: 'settings',
    href: '/settings/insurance-companies',
  },
  {
    key: 'users',
    label: 'Users',
    icon: UserCog,
    group: 'all',
    room: 'settings',
    href: '/settings/users',
    // one user; a school admin’s own page isn’t below the list
    root: '/users',
  },
  {
    key: 'payer-health',
    label: 'Insurance company responses',
    icon: Activity,
    group: 'all',
    room: 'settings',
    href: '/settings/payer-health',
  },
  {
    key: 'email-templates',
    label: 'Email templates',
    icon: Mail,
    group: 'work',
    room: 'emails',
    href: '/settings/global-email-templates',
  },
  {
    key: 'mailbox',
    label: 'Mailbox',
    icon: Inbox,
    group: 'work',
    room: 'emails',
    href: '/settings/mailbox',
  },
  {
    key: 'email-delivery',
    label: 'Email delivery',
    icon: Send,
    group: 'work',
    room: 'emails',
    href: '/settings/email-delivery',
  },
  {
    key: 'activity',
    label: 'Activity log',
    icon: ScrollText,
    group: 'all',
    room: 'settings',
    href: '/settings/activity',
  },
]
