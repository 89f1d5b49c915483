import { getPeriodAbout, replacePeriodAbout } from '#contract/periods/endpoints.ts'
import {
  periodAboutChange,
  periodStateLabels,
  periodStates,
  type PeriodAbout,
  type PeriodState,
} from '#contract/periods/shapes.ts'
import { getSchool, listSchoolPeriods, listSchools } from '#contract/schools/endpoints.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { useSend } from '#client/lib/query.ts'
import { CheckboxField, RadioField } from '#client/ui/form/toggle-field.tsx'
import { Form } from '#client/ui/form/form.tsx'
import { keepsDraft, useRecordForm, type RecordForm } from '#client/ui/form/use-record-form.ts'
import { useToast } from '#client/ui/toast.tsx'
import type { AboutValues } from './merge-fields.ts'
import { LinesOffered, PeriodDates, type PeriodValues } from './period-fields.tsx'
import { useConfirmOpening } from './use-confirm-opening.tsx'

interface Values extends PeriodValues {
  state: PeriodState
  medical_is_voluntary: boolean
}

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
  /** Somebody saved it meanwhile: what is wanted here, and the record as it is. Answers whether it is dealt with. */
  readonly onStale: (mine: AboutValues, theirs: unknown) => boolean
}

export const useAboutForm = ({ periodId, base, onSaved, onStale }: Options): RecordForm<Values> => {
  const { save } = useSaveAbout(periodId)
  const { version, waiver_deadline_on, ...about } = base
  return useRecordForm<Values, typeof periodAboutChange>({
    schema: periodAboutChange,
    defaults: { ...about, waiver_deadline_on: waiver_deadline_on ?? '' },
    extra: { version },
    draft: { form: `period-about:${periodId}`, version },
    onSubmit: async (body) => {
      const { version: _version, ...values } = body
      try {
        if (!(await save(values, base))) return keepsDraft
        onSaved()
        return undefined
      } catch (error) {
        const isDealtWith = error instanceof ApiError && error.kind === 'stale' && onStale(values, error.data)
        if (!isDealtWith) throw error
        return undefined
      }
    },
  })
}

const stateHints: Record<PeriodState, string> = {
  draft: 'Being set up.',
  open: 'In use: students and staff work in it.',
  closed: 'Over: kept to look things up.',
}

/** The fields of a policy year. */
export const AboutForm = ({ form, formId }: { form: RecordForm<Values>; formId: string }) => (
  <Form form={form} id={formId}>
    <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
      <PeriodDates form={form} />
      <LinesOffered form={form} />
      <CheckboxField
        form={form}
        name="medical_is_voluntary"
        label="Medical is voluntary"
        hint="Students may decline medical coverage without showing another plan."
        className="col-span-6"
      />
      <RadioField
        form={form}
        name="state"
        label="State"
        options={periodStates.map((state) => ({
          value: state,
          label: periodStateLabels[state],
          hint: stateHints[state],
        }))}
        className="col-span-6"
      />
    </div>
  </Form>
)
