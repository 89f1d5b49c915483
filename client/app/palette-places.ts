import {
  Building2,
  CalendarRange,
  ChartColumn,
  CircleDot,
  Play,
  Settings,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { isAdmin } from '#contract/platform/access.ts'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import { builtInViews } from '#contract/records/views/built-in.ts'
import { queueNames } from '#contract/review/form-submissions/choices.ts'
import { queues } from '#contract/review/form-submissions/queues.ts'
import { settingsTabs } from '#client/setup/schools/settings-tabs.ts'
import type { Place } from './place.ts'

/** Something that the palette opens or starts, besides the screens of the sidebar and students. */
export interface PalettePlace {
  readonly key: string
  readonly group:
    'Start' | 'Form queues' | 'Views' | 'Policy years' | 'Schools' | 'Reports' | 'School settings'
  readonly label: string
  readonly icon: LucideIcon
  readonly href: string
}

interface Named {
  readonly id: number
  readonly name: string
}

/** What a user can choose: their schools, the policy years of the present one, and their saved views of it. */
interface PaletteChoices {
  readonly schools: readonly Named[]
  readonly periods: readonly Named[]
  readonly views: readonly Named[]
}

type Labeled = readonly [path: string, label: string]

const reports: readonly Labeled[] = [
  ['bursar', 'Bursar charges'],
  ['carrier-file', 'Carrier file (834)'],
  ['age-out', 'Aging out'],
  ['waiver-export', 'Waiver export'],
  ['scheduled', 'Scheduled reports'],
]

/** Returns what the palette offers a user at a place, in the order of its groups. */
export const placesFor = (user: Me, place: Place, choices: PaletteChoices): readonly PalettePlace[] => {
  const { school, period } = place
  const year = school !== null && period !== null ? `/schools/${school}/period/${period}` : null
  const reviews = isAdmin(user)
  return [
    ...(year === null ? [] : inYear(year, reviews, choices)),
    ...choices.periods.map(({ id, name }) => ({
      key: `period-${id}`,
      group: 'Policy years' as const,
      label: `Policy year ${name}`,
      icon: CalendarRange,
      href: `/schools/${school}/period/${id}/home`,
    })),
    ...choices.schools.map(({ id, name }) => ({
      key: `school-${id}`,
      group: 'Schools' as const,
      label: name,
      icon: Building2,
      href: `/schools/${id}/period`,
    })),
    ...(school !== null && reviews ? inSchool(`/schools/${school}/settings`) : []),
  ]
}

const inYear = (year: string, reviews: boolean, { views }: PaletteChoices): PalettePlace[] => [
  ...(reviews ? forReview(year) : []),
  ...[...builtInViews.map(({ key, name }) => ({ id: key, name })), ...views].map(({ id, name }) => ({
    key: `view-${id}`,
    group: 'Views' as const,
    label: name,
    icon: Users,
    href: `${year}?view=${id}`,
  })),
  ...(reviews
    ? reports.map(([path, label]) => ({
        key: `report-${path}`,
        group: 'Reports' as const,
        label,
        icon: ChartColumn,
        href: `${year}/reports/${path}`,
      }))
    : []),
]

const forReview = (year: string): PalettePlace[] => [
  {
    key: 'start-review',
    group: 'Start',
    label: 'Start review',
    icon: Play,
    href: `${year}/student-form-submissions/review`,
  },
  ...queueNames.map((queue) => ({
    key: `queue-${queue}`,
    group: 'Form queues' as const,
    label: queues[queue].label,
    icon: CircleDot,
    href: `${year}/student-form-submissions?queue=${queue}`,
  })),
]

const inSchool = (base: string): PalettePlace[] =>
  settingsTabs.map(([part, label]) => ({
    key: `settings${part}`,
    group: 'School settings',
    label,
    icon: Settings,
    href: `${base}${part}`,
  }))
