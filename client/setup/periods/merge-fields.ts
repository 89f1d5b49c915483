import { coverageLabels, type Coverage } from '#contract/setup/coverage/choices.ts'
import { periodStateLabels, type PeriodAbout } from '#contract/setup/periods/shapes.ts'
import type { MergeField, MergeFields } from '#client/platform/lib/merge.ts'
import { formatDay } from '#client/platform/lib/format.ts'

/** The editable values of a policy year. */
export type AboutValues = Omit<PeriodAbout, 'version'>

const day = (value: string | null): string => (value === null ? 'None' : formatDay(value))
const yesNo = (value: boolean): string => (value ? 'Yes' : 'No')

const lineField = (coverage: Coverage): MergeField<AboutValues> => ({
  label: `${coverageLabels[coverage]} offered`,
  words: (values) => yesNo(values[`${coverage}_offered`]),
})

/** Returns the editable values of a policy year, without its version. */
export const aboutValuesOf = ({ version: _version, ...values }: PeriodAbout): AboutValues => values

/** The fields with their labels, in the order of the form. */
export const aboutFields: Required<MergeFields<AboutValues>> = {
  name: { label: 'Name', words: ({ name }) => name },
  starts_on: { label: 'Starts', words: ({ starts_on }) => day(starts_on) },
  ends_on: { label: 'Ends', words: ({ ends_on }) => day(ends_on) },
  waiver_deadline_on: { label: 'Waiver deadline', words: (values) => day(values.waiver_deadline_on) },
  state: { label: 'Status', words: ({ state }) => periodStateLabels[state] },
  medical_offered: lineField('medical'),
  dental_offered: lineField('dental'),
  vision_offered: lineField('vision'),
  medical_is_voluntary: {
    label: 'Medical coverage is voluntary',
    words: (values) => yesNo(values.medical_is_voluntary),
  },
}
