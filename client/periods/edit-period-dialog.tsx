import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { PeriodAbout } from '#contract/periods/shapes.ts'
import { getPeriodAbout, listPeriodHistory } from '#contract/periods/endpoints.ts'
import { listSchoolPeriods } from '#contract/schools/endpoints.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { latestEntry, savedByOf } from '#client/common/last-saved.ts'
import { MergeDialog } from '#client/common/merge-dialog.tsx'
import { call } from '#client/lib/call.ts'
import { afresh, keyOf, useAsk } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import type { DialogHandle } from '#client/ui/dialog-host.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { SubmitButton } from '#client/ui/form/form.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { AboutForm, staleAbout, useAboutForm, useSaveAbout } from './about-form.tsx'
import { aboutFields, aboutValuesOf, type AboutValues } from './merge-fields.ts'

export interface EditPeriodDialogProps {
  periodId: number
  name: string
  handle: DialogHandle
}

/** Changes what a policy year is. Read afresh when it opens, so that nobody edits an old state. */
export const EditPeriodDialog = ({ periodId, name, handle }: EditPeriodDialogProps) => {
  const { data, error, refetch, isFetchedAfterMount } = useAsk(
    getPeriodAbout,
    { params: { id: periodId } },
    afresh,
  )
  if (data && isFetchedAfterMount) return <Loaded {...{ periodId, handle }} about={data} />
  return (
    <Dialog {...handle.dialog} size="md" title={`Edit ${name}`}>
      {error ? (
        <FailedState
          compact
          error={error}
          what="The policy year"
          who="Only Shipmate Admins change policy years."
          onRetry={() => void refetch()}
        />
      ) : (
        <FormSkeleton />
      )}
    </Dialog>
  )
}

const FormSkeleton = () => (
  <div aria-busy="true" className="flex flex-col gap-5">
    <output className="sr-only">Loading the policy year</output>
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

interface LoadedProps extends Pick<EditPeriodDialogProps, 'periodId' | 'handle'> {
  about: PeriodAbout
}

const Loaded = ({ periodId, handle, about }: LoadedProps) => {
  const formId = useId()
  const client = useQueryClient()
  // What the person read: a later answer does not change it under their hands.
  const [base] = useState(about)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const form = useAboutForm({
    periodId,
    base,
    onSaved: () => handle.close(),
    onConflict: (mine, theirs) => {
      // The list behind shows what they saved, whatever is chosen here.
      void client.invalidateQueries({ queryKey: keyOf(listSchoolPeriods) })
      setConflict({ mine, theirs })
    },
  })
  if (conflict)
    return (
      <MergeStep
        // a record that changed once more is another choice
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
      <AboutForm form={form} formId={formId} />
    </Dialog>
  )
}

interface MergeStepProps extends Conflict {
  periodId: number
  base: AboutValues
  handle: DialogHandle
  /** It changed once more while this was being chosen. */
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
      readSavedBy={async () =>
        savedByOf(await call(listPeriodHistory, { params: { id: periodId }, query: latestEntry }))
      }
    />
  )
}
