import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { dates } from '#contract/setup/period-documents/dates.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { getPeriodAbout } from '#contract/setup/periods/endpoints.ts'
import {
  periodAboutChange,
  periodStateLabels,
  periodStates,
  type Period,
  type PeriodAbout,
  type PeriodState,
} from '#contract/setup/periods/shapes.ts'
import { listSchoolPeriods } from '#contract/setup/schools/endpoints.ts'
import { useRecordChanged } from '#client/platform/common/live-rows.ts'
import { SavedByOther } from '#client/platform/edit/saved-by-other.tsx'
import { mergeEdits } from '#client/platform/lib/merge.ts'
import { afresh, keyOf, useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { Form, SubmitButton } from '#client/platform/ui/form/form.tsx'
import { keepsDraft, useRecordForm, type RecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { freshly, Loaded } from '#client/platform/ui/states/loaded.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { keptFields } from '#client/setup/period-documents/use-document-edit.ts'
import { aboutValuesOf, MergeStep } from './merge-period.tsx'
import { type AboutValues, readSavedBy, staleAbout, useSaveAbout, type Conflict } from './save-about.ts'
import { LinesOffered, PeriodDates, type PeriodValues } from './period-fields.tsx'

interface EditPeriodDialogProps {
  /** As in the list of the school’s policy years. */
  period: Period
  handle: DialogHandle
}

/** Renders the dialog to edit a policy year. Loads it when it opens, so that no one edits an old version. */
export const EditPeriodDialog = ({ period, handle }: EditPeriodDialogProps) => {
  const ask = useAsk(getPeriodAbout, { params: { id: period.id } }, afresh)
  useRecordChanged('period', period.id, () => void ask.refetch())
  return (
    <Loaded
      of={freshly(ask)}
      compact
      what="The policy year"
      who="Only Shipmate Admins can change policy years."
      skeleton={<FormSkeleton />}
      renderInstead={(state) => (
        <Dialog {...handle.dialog} size="md" title={`Edit ${period.name}`}>
          {state}
        </Dialog>
      )}
    >
      {(about) => <EditForm {...{ period, handle, about }} />}
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

interface EditFormProps extends EditPeriodDialogProps {
  about: PeriodAbout
}

const EditForm = ({ period, handle, about }: EditFormProps) => {
  const formId = useId()
  const client = useQueryClient()
  // The record as loaded: a later response changes it only until something is typed.
  const [base, setBase] = useState(about)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const form = useAboutForm({
    period,
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
        {...{ period, base, handle }}
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
        <SavedByOther key={about.version} what="this policy year" read={() => readSavedBy(period.id)} />
      )}
      <AboutForm form={form} formId={formId} />
      <RecordsKept form={form} saved={base} />
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

interface Values extends PeriodValues {
  state: PeriodState
  medical_is_voluntary: boolean
}

const f = fieldsOf<Values>()

interface Options {
  readonly period: Period
  readonly base: PeriodAbout
  readonly onSaved: () => void
  /** A conflict: the values to save, and the record as someone else saved it. */
  readonly onConflict: (mine: AboutValues, theirs: PeriodAbout) => void
}

const useAboutForm = ({ period, base, onSaved, onConflict }: Options): RecordForm<Values> => {
  const { save } = useSaveAbout(period)
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
    draft: { form: `period-about:${period.id}`, version: base.version },
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

/** The fields that the policy year has from these documents. */
const documents = {
  recordsKeep: { ...enrollmentOptions.recordsKeep, ...dates.recordsKeep },
  labels: { ...enrollmentOptions.labels, ...dates.labels },
}

/** Renders which changes of an open policy year only new records get. */
const RecordsKept = ({ form, saved }: { form: RecordForm<Values>; saved: PeriodAbout }) => {
  const values = useWatch({ control: form.methods.control })
  const changed = saved.state === 'open' ? keptFields(documents, formValuesOf(saved), values) : []
  const labels = new Map<string, string>(Object.entries(documents.labels))
  return (
    <p aria-live="polite" className="pt-4 text-ink-2 empty:hidden">
      {changed.length > 0 &&
        `For new records: ${changed.map((name) => labels.get(name)).join(', ')}. Records that students have stay as they are.`}
    </p>
  )
}
