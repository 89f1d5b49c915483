import * as z from 'zod/mini'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { idText } from '#contract/platform/fields.ts'
import { fieldFilter } from '#contract/platform/table-filters.ts'

/** A figure of a policy year: what it’s called, what it counts, and how it’s drawn. */
interface Figure {
  readonly title: string
  /** What it counts, in a sentence. */
  readonly meaning: string
  /** The header of its first column. */
  readonly head: string
  readonly chart: 'areas' | 'bars' | 'columns'
  /** Whether it’s about one coverage type, which the query chooses. */
  readonly isByCoverage: boolean
}

/** The figures of a policy year, in the order of the screen. */
export const figures = {
  status_over_time: {
    title: 'Status over time',
    meaning: 'Active students by coverage status at the end of each day shown, according to the history.',
    head: 'End of day',
    chart: 'areas',
    isByCoverage: true,
  },
  waivers_by_company: {
    title: 'Waivers by insurance company',
    meaning: 'Active students with an approved waiver, by the insurance company in their record.',
    head: 'Insurance company',
    chart: 'bars',
    isByCoverage: true,
  },
  waivers_by_source: {
    title: 'Waivers by source of coverage',
    meaning: 'Active students with an approved waiver, by where their other coverage comes from.',
    head: 'Source of coverage',
    chart: 'bars',
    isByCoverage: true,
  },
  time_to_decision: {
    title: 'Time to decision',
    meaning: 'Forms by the number of business days until the first decision, all coverage types.',
    head: 'Business days',
    chart: 'columns',
    isByCoverage: false,
  },
  no_response_by_program: {
    title: 'No response by program',
    meaning: 'Active students who haven’t sent a form, or haven’t fixed one that couldn’t be processed.',
    head: 'Program',
    chart: 'bars',
    isByCoverage: true,
  },
  no_response_by_class: {
    title: 'No response by class year',
    meaning: 'Active students who haven’t responded, by class year.',
    head: 'Class year',
    chart: 'bars',
    isByCoverage: true,
  },
  enrolled_without_premium: {
    title: 'Enrolled without a premium',
    meaning: 'Active students who are or were enrolled and have neither a premium nor a direct-pay premium.',
    head: 'Coverage type',
    chart: 'bars',
    isByCoverage: false,
  },
  aging_out_by_month: {
    title: 'Aging out by month',
    meaning: 'Waivers that rely on a parent’s plan, by the month coverage is expected to end because of age.',
    head: 'Month',
    chart: 'columns',
    isByCoverage: false,
  },
} as const satisfies Record<string, Figure>
export type FigureKey = keyof typeof figures

// Object.keys drops the type of the keys
export const figureKeys = Object.keys(figures) as [FigureKey, ...FigureKey[]]

/** One figure of a policy year, for one coverage type, as numbers or as a file. */
export const figureQuery = z.strictObject({
  period_id: idText,
  figure: z.enum(figureKeys),
  coverage: z._default(z.enum(coverages), 'medical'),
  format: z.optional(z.enum(['csv', 'xlsx'])),
})
export type FigureQuery = z.output<typeof figureQuery>

const filters = z.record(z.string(), fieldFilter)

/** The list that has exactly the rows of a number: its filters, or the month of the age-out report. */
const figureLink = z.discriminatedUnion('list', [
  z.object({ list: z.literal('students'), filters }),
  z.object({ list: z.literal('forms'), filters }),
  z.object({ list: z.literal('age_out'), month: z.string() }),
])
export type FigureLink = z.output<typeof figureLink>

/** The numbers of a figure: a row for each mark, and in it a number for each series. */
export const figureReply = z.object({
  series: z.array(z.object({ key: z.string(), label: z.string() })),
  rows: z.array(
    z.object({
      /** What the row is about: a value, a day as `YYYY-MM-DD`, or a month as `YYYY-MM`. */
      key: z.string(),
      label: z.string(),
      /** By series. A number of a past day has no link: the lists have today’s records. */
      numbers: z.array(z.object({ quantity: z.int(), link: z.nullable(figureLink) })),
    }),
  ),
  /** Business days to the first decision, and those planned; null for the other figures or without decisions. */
  days: z.nullable(z.object({ median: z.int(), target: z.int() })),
  /** Whether there are more rows, with smaller numbers. */
  has_more: z.boolean(),
})
export type FigureReply = z.output<typeof figureReply>
export type FigureRow = FigureReply['rows'][number]
