import { getPeriodAbout, replacePeriodAbout } from '#contract/periods/endpoints.ts'
import {
  periodAbout,
  periodAboutChange,
  periodStateLabels,
  periodStates,
  type PeriodAbout,
  type PeriodState,
} from '#contract/periods/shapes.ts'
import { getSchool, listSchoolPeriods, listSchools } from '#contract/schools/endpoints.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { mergeEdits } from '#client/lib/merge.ts'
import { useSend } from '#client/lib/query.ts'
import { fieldsOf } from '#client/ui/form/fields.ts'
import { Form } from '#client/ui/form/form.tsx'
import { keepsDraft, useRecordForm, type RecordForm } from '#client/ui/form/use-record-form.ts'
import { useToast } from '#client/ui/toast.tsx'
import { aboutValuesOf, type AboutValues } from './merge-fields.ts'
import { LinesOffered, PeriodDates, type PeriodValues } from './period-fields.tsx'
import { useConfirmOpening } from './use-confirm-opening.tsx'

interface Values extends PeriodValues {
  state: PeriodState
  medical_is_voluntary: boolean
}

const f = fieldsOf<Values>()

/**
 * Saves a policy year over `before`, and reads again what shows it. Answers false where someone decided not to open it
 * after all: nothing is saved then. Failures are the caller's.
 */
export const useSaveAbout = (periodId: number) => {
  const toast = useToast()
  const confirmOpening = useConfirmOpening()
  const refreshes = [listSchoolPeriods, listSchools, getSchool, getPeriodAbout]
  const { send, isSending } = useSend(replacePeriodAbout, { refreshes, quiet: true })
  const save = async (values: AboutValues, before: PeriodAbout): Promise<boolean> => {
    const opens = values.state === 'open' && before.state !== 'open'
    if (opens && !(await confirmOpening({ id: periodId, name: values.name }))) return false
    const { version } = before
    const { reply } = await send({ params: { id: periodId }, body: { ...values, version } })
    toast.show({ tone: 'success', title: `${reply.name} saved` })
    return true
  }
  return { save, isSending }
}

interface Options {
  readonly periodId: number
  readonly base: PeriodAbout
  readonly onSaved: () => void
  /** Someone else changed the same values: what is wanted here, and the record as it is now. */
  readonly onConflict: (mine: AboutValues, theirs: PeriodAbout) => void
}

export const useAboutForm = ({ periodId, base, onSaved, onConflict }: Options): RecordForm<Values> => {
  const { save } = useSaveAbout(periodId)
  const { version, waiver_deadline_on, ...about } = base
  /** Saves over a version; what someone else changed since is merged, unless both changed the same values. */
  const submit = async (values: AboutValues, over: PeriodAbout): Promise<typeof keepsDraft | undefined> => {
    try {
      if (!(await save(values, over))) return keepsDraft
      onSaved()
    } catch (error) {
      const theirs = staleAbout(error)
      if (theirs === null) throw error
      const { value, conflicts } = mergeEdits<AboutValues>(base, values, aboutValuesOf(theirs))
      if (conflicts.length === 0) return submit(value, theirs)
      onConflict(values, theirs)
    }
    return undefined
  }
  return useRecordForm<Values, typeof periodAboutChange>({
    schema: periodAboutChange,
    defaults: { ...about, waiver_deadline_on: waiver_deadline_on ?? '' },
    extra: { version },
    draft: { form: `period-about:${periodId}`, version },
    onSubmit: ({ version: _version, ...values }) => submit(values, base),
  })
}

/** The policy year as it is now, out of a refusal that says so. */
export const staleAbout = (error: unknown): PeriodAbout | null =>
  error instanceof ApiError && error.kind === 'stale'
    ? (periodAbout.safeParse(error.data).data ?? null)
    : null

const stateHints: Record<PeriodState, string> = {
  draft: 'Being set up.',
  open: 'In use: students and staff work in it.',
  closed: 'Over: kept to look things up.',
}

/** The fields of a policy year. */
export const AboutForm = ({ form, formId }: { form: RecordForm<Values>; formId: string }) => (
  <Form form={form} id={formId}>
    <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
      <PeriodDates />
      <LinesOffered />
      <f.Checkbox
        name="medical_is_voluntary"
        label="Medical is voluntary"
        hint="Students may decline medical coverage without showing another plan."
      />
      <f.Radio
        name="state"
        label="State"
        options={periodStates.map((state) => ({
          value: state,
          label: periodStateLabels[state],
          hint: stateHints[state],
        }))}
      />
    </div>
  </Form>
)
