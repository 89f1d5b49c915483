import type { Updateable } from 'kysely'
import type { CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { School } from '#server/platform/db/schema.ts'

/** A period of the demo data, with its number of students. */
export interface SeedPeriod {
  readonly name: string
  readonly year: number
  readonly state: 'draft' | 'open' | 'closed'
  readonly students: number
}

/** A school of the demo data. */
export interface SeedSchool {
  readonly name: string
  readonly slug: string
  readonly time_zone: string
  /** Its settings, if they’re filled in. */
  readonly about?: Updateable<School>
  /** Whether it has one family tier instead of the other tiers. */
  readonly usesFamilyTier?: boolean
  readonly periods: readonly SeedPeriod[]
}

/** 4 schools, 10 periods, 6,000 student-periods. */
export const seedSchools: readonly SeedSchool[] = [
  {
    name: 'Harborview University',
    slug: 'harborview',
    time_zone: 'America/New_York',
    about: {
      address_1: '1 Harbor Way',
      city: 'Astoria',
      state: 'NY',
      zip: '11102',
      phone: '+15035552200',
      website: 'https://harborview.example',
      contacts: JSON.stringify([
        {
          key: 'bell',
          name: 'Marcus Bell',
          role: 'Student insurance office',
          email: 'insurance@harborview.example',
          phone: '+15035552210',
        },
        {
          key: 'ortiz',
          name: 'Lucia Ortiz',
          role: 'Bursar',
          email: 'bursar@harborview.example',
          phone: '+15035552230',
        },
      ]),
      deadlines_contact: JSON.stringify({
        name: 'Marcus Bell',
        email: 'insurance@harborview.example',
        phone: '+15035552210',
      }),
    },
    periods: [
      { name: '2025–26', year: 2025, state: 'closed', students: 700 },
      { name: '2026–27', year: 2026, state: 'open', students: 1500 },
      { name: '2027–28', year: 2027, state: 'draft', students: 0 },
    ],
  },
  {
    name: 'Hartwell College of Medicine',
    slug: 'hartwell',
    time_zone: 'America/Chicago',
    periods: [
      { name: '2025–26', year: 2025, state: 'closed', students: 500 },
      { name: '2026–27', year: 2026, state: 'open', students: 1000 },
      { name: '2027–28', year: 2027, state: 'draft', students: 0 },
    ],
  },
  {
    name: 'Lakeshore Institute',
    slug: 'lakeshore',
    time_zone: 'America/Chicago',
    periods: [
      { name: '2025–26', year: 2025, state: 'closed', students: 500 },
      { name: '2026–27', year: 2026, state: 'open', students: 700 },
    ],
  },
  {
    name: 'Ridgeline State University',
    slug: 'ridgeline',
    time_zone: 'America/Los_Angeles',
    usesFamilyTier: true,
    periods: [
      { name: '2025–26', year: 2025, state: 'closed', students: 450 },
      { name: '2026–27', year: 2026, state: 'open', students: 650 },
    ],
  },
]

/**
 * The frequency of each medical status per 1,000. Every status appears at least once in every period, except
 * tiers the school doesn’t use.
 */
export const statusWeights: Readonly<Record<CoverageStatus, number>> = {
  not_started: 90,
  exempt: 20,
  loa: 15,
  enrollment_submitted: 20,
  enrollment_utp: 8,
  enrolled: 330,
  enrolled_eoc: 12,
  enrolled_waiver_submitted: 6,
  enrolled_waiver_utp: 4,
  enrolled_ech: 8,
  enrolled_esp: 12,
  enrolled_espch: 5,
  enrolled_espch2: 4,
  enrolled_efam: 3,
  waiver_submitted: 60,
  waiver_utp: 22,
  waived: 310,
  waiver_inactive: 8,
  waiver_declined: 10,
  waived_enrollment_submitted: 5,
  waived_enrollment_utp: 3,
  waived_needs_reverified: 25,
  waived_aged_out: 6,
  declined: 4,
  not_applicable: 10,
}
