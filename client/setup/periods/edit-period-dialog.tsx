import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import {
  type PeriodAbout,
  periodAbout,
  periodAboutChange,
  periodStateLabels,
  periodStates,
  type PeriodState,
} from '#contract/setup/periods/shapes.ts'
import { getPeriodAbout, listPeriodHistory, replacePeriodAbout } from '#contract/setup/periods/endpoints.ts'
import { listSchoolPeriods, getSchool, listSchools } from '#contract/setup/schools/endpoints.ts'
import { freshly, Loaded } from '#client/platform/ui/states/loaded.tsx'
import { latestEntry, savedByOf } from '#client/platform/edit/last-saved.ts'
import { useRecordChanged } from '#client/platform/common/live-rows.ts'
import { MergeDialog, type SavedBy } from '#client/platform/edit/merge-dialog.tsx'
import { SavedByOther } from '#client/platform/edit/saved-by-other.tsx'
import { call } from '#client/platform/lib/call.ts'
import { afresh, keyOf, useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { SubmitButton, Form } from '#client/platform/ui/form/form.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { mergeEdits, type MergeField, type MergeFields } from '#client/platform/lib/merge.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { keepsDraft, useRecordForm, type RecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { LinesOffered, PeriodDates, type PeriodValues } from './period-fields.tsx'
import { useConfirmOpening } from './use-confirm-opening.tsx'
import { coverageLabels, type Coverage } from '#contract/platform/coverage/choices.ts'
import { formatDay } from '#client/platform/lib/format.ts'

interface EditPeriodDialogProps {
  periodId: number
  name: string
  handle: DialogHandle
}

/** Renders the dialog to edit a policy year. Loads it when it opens, so that no one edits an old version. */
export const EditPeriodDialog = ({ periodId, name, handle }: EditPeriodDialogProps) => {
  const period = useAsk(getPeriodAbout, { params: { id: periodId } }, afresh)
  useRecordChanged('period', periodId, () => void period.refetch())
  return (
    <Loaded
      of={freshly(period)}
      compact
      what="The policy year"
      who="Only Shipmate Admins can change policy years."
      skeleton={<FormSkeleton />}
      renderInstead={(state) => (
        <Dialog {...handle.dialog} size="md" title={`Edit ${name}`}>
          {state}
        </Dialog>
      )}
    >
      {(about) => <EditForm {...{ periodId, handle, about }} />}
    </Loaded>
  )
}

const FormSkeleton = () => (
  <div aria-busy="true" className="flex flex-col gap-5">
    <output className="sr-only">Loading policy year</output>
    <Skeleton className="h-8 w-full" />
    <div className="flex gap-3">
      <Skeleton className="h-8 w-36" />
      <Skeleton className="h-8 w-36" />
      <Skeleton className="h-8 w-36" />
    </div>
    <Skeleton className="h-4 w-64" />
  </div>
)

interface Conflict {
  readonly mine: AboutValues
  readonly theirs: PeriodAbout
}

interface EditFormProps extends Pick<EditPeriodDialogProps, 'periodId' | 'handle'> {
  about: PeriodAbout
}

const EditForm = ({ periodId, handle, about }: EditFormProps) => {
  const formId = useId()
  const client = useQueryClient()
  // The record as loaded: a later response changes it only until something is typed.
  const [base, setBase] = useState(about)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const form = useAboutForm({
    periodId,
    base,
    onSaved: () => handle.close(),
    onConflict: (mine, theirs) => {
      // The list behind shows what the other user saved, whatever is chosen here.
      void client.invalidateQueries({ queryKey: keyOf(listSchoolPeriods) })
      setConflict({ mine, theirs })
    },
  })
  const isBehind = useNewerAbout(form, { about, base }, setBase)
  if (conflict)
    return (
      <MergeStep
        // a record that changed again needs a new choice
        key={conflict.theirs.version}
        {...{ periodId, base, handle }}
        {...conflict}
        onAgain={setConflict}
      />
    )
  return (
    <Dialog
      {...handle.dialog}
      size="md"
      title={`Edit ${base.name}`}
      footer={
        <>
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <SubmitButton form={form} formId={formId}>
            Save changes
          </SubmitButton>
        </>
      }
    >
      {isBehind && (
        <SavedByOther key={about.version} what="this policy year" read={() => readSavedBy(periodId)} />
      )}
      <AboutForm form={form} formId={formId} />
    </Dialog>
  )
}

/**
 * Shows a newer version if nothing is typed. Returns whether someone else saved the policy year while it was being
 * edited.
 */
const useNewerAbout = (
  { methods }: RecordForm<Values>,
  { about, base }: { readonly about: PeriodAbout; readonly base: PeriodAbout },
  takeOver: (about: PeriodAbout) => void,
): boolean => {
  const { isDirty } = methods.formState
  const isNewer = about.version > base.version
  const take = useEffectEvent(() => {
    methods.reset(formValuesOf(about))
    takeOver(about)
  })
  useEffect(() => {
    if (isNewer && !isDirty) take()
  }, [isNewer, isDirty])
  return isNewer && isDirty
}

const readSavedBy = async (periodId: number): Promise<SavedBy | null> =>
  savedByOf(await call(listPeriodHistory, { params: { id: periodId }, query: latestEntry }))

interface MergeStepProps extends Conflict {
  periodId: number
  base: AboutValues
  handle: DialogHandle
  /** Whether it changed again during the choice. */
  onAgain: (conflict: Conflict) => void
}

const MergeStep = ({ periodId, base, mine, theirs, handle, onAgain }: MergeStepProps) => {
  const { save } = useSaveAbout(periodId)
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
      readSavedBy={() => readSavedBy(periodId)}
    />
  )
}

interface Values extends PeriodValues {
  state: PeriodState
  medical_is_voluntary: boolean
}

const f = fieldsOf<Values>()

/**
 * Saves a policy year over `before`, and reloads what shows it. Returns false if the user decided not to open it:
 * then nothing is saved. The caller handles failures.
 */
const useSaveAbout = (periodId: number) => {
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
  /** A conflict: the values to save, and the record as someone else saved it. */
  readonly onConflict: (mine: AboutValues, theirs: PeriodAbout) => void
}

const useAboutForm = ({ periodId, base, onSaved, onConflict }: Options): RecordForm<Values> => {
  const { save } = useSaveAbout(periodId)
  /** Saves over a version and merges what someone else changed, unless both changed the same values. */
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
    defaults: formValuesOf(base),
    extra: { version: base.version },
    draft: { form: `period-about:${periodId}`, version: base.version },
    onSubmit: ({ version: _version, ...values }) => submit(values, base),
  })
}

const formValuesOf = ({
  version: _version,
  waiver_deadline_on: deadline,
  ...about
}: PeriodAbout): Values => ({
  ...about,
  waiver_deadline_on: deadline ?? '',
})

/** Returns the saved policy year from a conflict error. */
const staleAbout = (error: unknown): PeriodAbout | null =>
  error instanceof ApiError && error.kind === 'stale'
    ? (periodAbout.safeParse(error.data).data ?? null)
    : null

const stateHints: Record<PeriodState, string> = {
  draft: 'In setup. Students can’t use it yet.',
  open: 'In use by students and staff.',
  closed: 'Ended. Available for reference.',
}

/** Renders the fields of a policy year. */
const AboutForm = ({ form, formId }: { form: RecordForm<Values>; formId: string }) => (
  <Form form={form} id={formId}>
    <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
      <PeriodDates />
      <LinesOffered />
      <f.Checkbox
        name="medical_is_voluntary"
        label="Medical coverage is voluntary"
        hint="Students can decline medical coverage without proof of other coverage."
      />
      <f.Radio
        name="state"
        label="Status"
        options={periodStates.map((state) => ({
          value: state,
          label: periodStateLabels[state],
          hint: stateHints[state],
        }))}
      />
    </div>
  </Form>
)

/** The editable values of a policy year. */
type AboutValues = Omit<PeriodAbout, 'version'>

const day = (value: string | null): string => (value === null ? 'None' : formatDay(value))
const yesNo = (value: boolean): string => (value ? 'Yes' : 'No')

const lineField = (coverage: Coverage): MergeField<AboutValues> => ({
  label: `${coverageLabels[coverage]} offered`,
  words: (values) => yesNo(values[`${coverage}_offered`]),
})

/** Returns the editable values of a policy year, without its version. */
const aboutValuesOf = ({ version: _version, ...values }: PeriodAbout): AboutValues => values

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
