import { coverageLabels, type Coverage } from '#contract/platform/coverage/choices.ts'
import { periodStateLabels, type Period, type PeriodAbout } from '#contract/setup/periods/shapes.ts'
import { MergeDialog } from '#client/platform/edit/merge-dialog.tsx'
import { formatDay } from '#client/platform/lib/format.ts'
import type { MergeField, MergeFields } from '#client/platform/lib/merge.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { readSavedBy, staleAbout, useSaveAbout, type AboutValues, type Conflict } from './save-about.ts'

interface MergeStepProps extends Conflict {
  period: Period
  base: AboutValues
  handle: DialogHandle
  /** Whether it changed again during the choice. */
  onAgain: (conflict: Conflict) => void
}

/** Renders the choice between the own changes and those that someone else saved. */
export const MergeStep = ({ period, base, mine, theirs, handle, onAgain }: MergeStepProps) => {
  const { save } = useSaveAbout(period)
  const onSave = async (values: AboutValues): Promise<void> => {
    try {
      if (await save(values, theirs)) handle.close()
    } catch (error) {
      const next = staleAbout(error)
      if (next === null) throw error
      onAgain({ mine: values, theirs: next })
    }
  }
  return (
    <MergeDialog
      dialog={handle.dialog}
      what="this policy year"
      fields={aboutFields}
      {...{ base, mine, onSave }}
      theirs={aboutValuesOf(theirs)}
      readSavedBy={() => readSavedBy(period.id)}
    />
  )
}

/** The editable values of a policy year. */
const day = (value: string | null): string => (value === null ? 'None' : formatDay(value))
const yesNo = (value: boolean): string => (value ? 'Yes' : 'No')

const lineField = (coverage: Coverage): MergeField<AboutValues> => ({
  label: `${coverageLabels[coverage]} offered`,
  words: (values) => yesNo(values[`${coverage}_offered`]),
})

/** Returns the editable values of a policy year, without its version. */
export const aboutValuesOf = ({ version: _version, ...values }: PeriodAbout): AboutValues => values

/** The fields with their labels, in the order of the form. */
const aboutFields: Required<MergeFields<AboutValues>> = {
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
