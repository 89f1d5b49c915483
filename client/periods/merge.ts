import { coverageLabels, type Coverage } from '#contract/coverage/choices.ts'
import { periodStateLabels, type PeriodAbout } from '#contract/periods/shapes.ts'
import { formatDay } from '#client/lib/format.ts'

/** What a person edits of a policy year. */
export type AboutValues = Omit<PeriodAbout, 'version'>
export type AboutField = keyof AboutValues

const day = (value: string | null): string => (value === null ? 'None' : formatDay(value))
const yesNo = (value: boolean): string => (value ? 'Yes' : 'No')

const lineLabel = (coverage: Coverage): string => `${coverageLabels[coverage]} offered`

/** Each field with its words, in the order of the form. */
const fields: { readonly [F in AboutField]: { label: string; words: (values: AboutValues) => string } } = {
  name: { label: 'Name', words: ({ name }) => name },
  starts_on: { label: 'Starts', words: ({ starts_on }) => day(starts_on) },
  ends_on: { label: 'Ends', words: ({ ends_on }) => day(ends_on) },
  waiver_deadline_on: { label: 'Waiver deadline', words: (values) => day(values.waiver_deadline_on) },
  state: { label: 'State', words: ({ state }) => periodStateLabels[state] },
  medical_offered: { label: lineLabel('medical'), words: (values) => yesNo(values.medical_offered) },
  dental_offered: { label: lineLabel('dental'), words: (values) => yesNo(values.dental_offered) },
  vision_offered: { label: lineLabel('vision'), words: (values) => yesNo(values.vision_offered) },
  medical_is_voluntary: {
    label: 'Medical is voluntary',
    words: (values) => yesNo(values.medical_is_voluntary),
  },
}

/** A field on which a person and the saved record differ. */
export interface Difference {
  readonly field: AboutField
  readonly label: string
  readonly mine: string
  readonly theirs: string
  /** Proposed: mine where I changed it, theirs where only they did. */
  readonly proposed: Side
}
export type Side = 'mine' | 'theirs'

/** Where what I want to save differs from what somebody saved since I read `base`. */
export const differences = (
  base: AboutValues,
  mine: AboutValues,
  theirs: AboutValues,
): readonly Difference[] =>
  // Object.keys forgets that the keys are the fields.
  (Object.keys(fields) as AboutField[])
    .filter((field) => mine[field] !== theirs[field])
    .map((field) => ({
      field,
      label: fields[field].label,
      mine: fields[field].words(mine),
      theirs: fields[field].words(theirs),
      proposed: mine[field] === base[field] ? 'theirs' : 'mine',
    }))

/** The record as chosen field by field; where both agree it is theirs. */
export const merged = (
  mine: AboutValues,
  theirs: AboutValues,
  sides: Readonly<Partial<Record<AboutField, Side>>>,
): AboutValues => {
  const isMine = new Set(
    Object.entries(sides)
      .filter(([, side]) => side === 'mine')
      .map(([field]) => field),
  )
  return { ...theirs, ...Object.fromEntries(Object.entries(mine).filter(([field]) => isMine.has(field))) }
}
