import { currentDay } from '#client/platform/lib/today.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { createPeriod } from '#contract/setup/periods/endpoints.ts'
import { newPeriod, type Period } from '#contract/setup/periods/shapes.ts'
import { getSchool, listSchoolPeriods, listSchools } from '#contract/setup/schools/endpoints.ts'
import { formatDays } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm, type RecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { LinesOffered, PeriodDates, type PeriodValues } from './period-fields.tsx'
import { proposePeriod } from './propose.ts'

interface NewPeriodDialogProps {
  schoolId: number
  /** The existing policy years, to copy from. */
  periods: readonly Period[]
  /** The one to copy; by default the latest. */
  source?: Period
  handle: DialogHandle<number>
}

const f = fieldsOf<Values>()

interface Values extends PeriodValues {
  copy_from_period_id: number | null
  has_starter: boolean
}

/** Renders the form for a new policy year, with values proposed from the latest one. */
export const NewPeriodForm = (props: NewPeriodDialogProps) => {
  const { periods, source, handle } = props
  const form = useNewPeriodForm(props)
  // an empty one has nothing to copy
  const sources = periods.filter(({ has_setup, id }) => has_setup || id === source?.id)
  useLinesOfSource(form, periods)
  return (
    <FormDialog
      {...handle.dialog}
      size="md"
      title={source ? `Copy ${source.name} to a new policy year` : 'New policy year'}
      description="It starts as a draft. Students can’t use it until you open it."
      form={form}
      submitLabel="Create policy year"
    >
      <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
        <PeriodDates />
        {sources.length > 0 && (
          <f.Select
            name="copy_from_period_id"
            label="Copy setup from"
            hint="Copies the setup and moves its dates forward. Use Import to copy students later."
            options={sources.map((period) => ({
              value: period.id,
              label: `${period.name} (${formatDays(period.starts_on, period.ends_on)})`,
            }))}
            emptyLabel="Don’t copy, start empty"
          />
        )}
        <LinesOffered />
        <Starter form={form} />
      </div>
    </FormDialog>
  )
}

/** Renders the choice of standard forms and pages, for a year that isn’t a copy. */
const Starter = ({ form: { methods } }: { form: RecordForm<Values> }) =>
  useWatch({ control: methods.control, name: 'copy_from_period_id' }) === null && (
    <f.Checkbox
      name="has_starter"
      label="Start with standard forms and pages"
      hint="Enrollment and waiver forms, waiver rules, FAQs and a website. You can change all of it before you publish."
    />
  )

const useNewPeriodForm = ({
  schoolId,
  periods,
  source,
  handle,
}: NewPeriodDialogProps): RecordForm<Values> => {
  const toast = useToast()
  const navigate = useNavigate()
  const [proposal] = useState(() => proposePeriod(periods, currentDay(), source))
  const refreshes = [listSchoolPeriods, listSchools, getSchool]
  const { send } = useSend(createPeriod, { refreshes, quiet: true })
  return useRecordForm<Values, typeof newPeriod>({
    schema: newPeriod,
    defaults: proposal,
    extra: { school_id: schoolId },
    draft: { form: source ? `copy-period:${source.id}` : `new-period:${schoolId}` },
    onSubmit: async (values) => {
      const isCopy = values.copy_from_period_id != null
      const { reply } = await send({ body: { ...values, has_starter: !isCopy && values.has_starter } })
      const params = { school: String(schoolId), period: String(reply.id) }
      handle.close(reply.id)
      toast.show({
        tone: 'success',
        title: `${reply.name} created`,
        description: isCopy ? 'Check the setup next.' : 'Set it up here, then import its students.',
      })
      void navigate({ to: '/schools/$school/period/$period/set-up', params })
    },
  })
}

/** Updates what depends on the year to copy when another one is chosen; keeps the coverage types the user set. */
const useLinesOfSource = ({ methods }: RecordForm<Values>, periods: readonly Period[]): void => {
  const chosen = useWatch({ control: methods.control, name: 'copy_from_period_id' })
  const { dirtyFields } = useFormState({ control: methods.control })
  const seen = useRef(chosen)
  useEffect(() => {
    if (seen.current === chosen) return
    seen.current = chosen
    methods.setValue('has_starter', chosen === null)
    const source = periods.find((period) => period.id === chosen)
    if (!source) return
    for (const line of ['medical_offered', 'dental_offered', 'vision_offered'] as const)
      if (!dirtyFields[line]) methods.setValue(line, source[line])
  }, [chosen, methods, periods, dirtyFields])
}
