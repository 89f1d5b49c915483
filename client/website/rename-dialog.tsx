import { useState } from 'react'
import { getEnrollFormDropdowns, getWaiverFormDropdowns } from '#contract/website/endpoints.ts'
import { listOptionUses, renameOption, type Renamed } from '#contract/website/option-calls.ts'
import {
  optionFieldLabels,
  optionFields,
  type OptionField,
  type Options,
} from '#contract/website/dropdowns.ts'
import { showsDocuments } from '#client/common/set-up/document-page.tsx'
import { useFollowJob } from '#client/common/use-follow-job.ts'
import { useUndo } from '#client/common/use-undo.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { formatCount } from '#client/lib/format.ts'
import { useSend } from '#client/lib/query.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextInput } from '#client/ui/text-input.tsx'

interface RenameProps {
  periodId: number
  options: Options
  onRenamed: () => void
}

/** Opens the renaming of an option, with what it would change. */
export const RenameButton = (props: RenameProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename an option…</Button>
      {isOpen && <RenameDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

interface Asked {
  readonly field: OptionField
  readonly from: string | null
  readonly to: string
  readonly carries_records: boolean
}

const shows = [listOptionUses, getEnrollFormDropdowns, getWaiverFormDropdowns, ...showsDocuments] as const

/** What a renaming is asked to be, what it would do, and doing it. */
const useRenaming = ({ periodId, onRenamed, onClose }: RenameProps & { onClose: () => void }) => {
  const [asked, setAsked] = useState<Asked>({ field: 'program', from: null, to: '', carries_records: true })
  const [preview, setPreview] = useState<Renamed | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const { send, isSending } = useSend(renameOption, { refreshes: shows, quiet: true })
  const offerUndo = useUndo(shows)
  const follow = useFollowJob(shows, 'record')
  const ask = (change: Partial<Asked>): void => {
    setAsked({ ...asked, ...change })
    setPreview(null)
    setFailure(null)
  }
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setPreview(null)
      setFailure(error)
    }
  }
  const body = { ...asked, from: asked.from ?? '' }
  const look = () =>
    attempt(async () => {
      const { reply } = await send({ params: { id: periodId }, body: { ...body, dry_run: true } })
      setPreview('job_id' in reply ? null : reply)
    })
  const rename = (promised: Renamed) =>
    attempt(async () => {
      const expected = { matched: promised.matched, changed: promised.changed }
      const { reply, changeId } = await send({ params: { id: periodId }, body: { ...body, expected } })
      if ('job_id' in reply)
        void follow(reply.job_id, (changed) => `Option renamed, with ${formatCount(changed, 'record')}`)
      else offerUndo({ changeId, title: 'Option renamed' })
      onRenamed()
      onClose()
    })
  const run = (): Promise<void> => (preview === null ? look() : rename(preview))
  return { asked, ask, preview, failure, isSending, run }
}

const fieldOptions = optionFields.map((value) => ({ value, label: optionFieldLabels[value] }))

const RenameDialog = (props: RenameProps & { onClose: () => void }) => {
  const { asked, ask, preview, failure, isSending, run } = useRenaming(props)
  const isWhole = asked.from !== null && asked.to.trim() !== '' && asked.to.trim() !== asked.from
  return (
    <Dialog
      open
      onClose={props.onClose}
      title="Rename an option"
      description="It is renamed in both forms, in every audience that names it and, if you wish, in the records."
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button variant="primary" busy={isSending} disabled={!isWhole} onClick={() => void run()}>
            {preview === null ? 'Show what changes' : 'Rename'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failure && <Banner tone="danger">{messageOf(failure)}</Banner>}
        <RenameFields options={props.options} asked={asked} ask={ask} />
        {preview && <WhatChanges preview={preview} />}
      </div>
    </Dialog>
  )
}

interface RenameFieldsProps {
  options: Options
  asked: Asked
  ask: (change: Partial<Asked>) => void
}

const RenameFields = ({ options, asked, ask }: RenameFieldsProps) => {
  const values = options[asked.field].map(({ value }) => ({ value, label: value }))
  return (
    <>
      <Field label="List">
        <Select
          options={fieldOptions}
          value={asked.field}
          onChange={(field) => field && ask({ field, from: null })}
        />
      </Field>
      <Field label="Option">
        <Combobox
          options={values}
          value={asked.from}
          placeholder="Type to find"
          onChange={(from) => ask({ from })}
        />
      </Field>
      <Field label="New name">
        <TextInput value={asked.to} onChange={(event) => ask({ to: event.target.value })} />
      </Field>
      <Checkbox
        label="Carry the records along"
        hint="Otherwise they keep the old name, which is in no list then."
        checked={asked.carries_records}
        onChange={(event) => ask({ carries_records: event.target.checked })}
      />
    </>
  )
}

const messageOf = (failure: ApiError): string =>
  failure.kind === 'stale'
    ? 'The records have changed since you looked. Look again at what changes.'
    : (Object.values(failure.fieldErrors)[0] ?? failure.message)

const lists = new Intl.ListFormat('en-US')

const WhatChanges = ({ preview }: { preview: Renamed }) => (
  <Banner tone="info">
    {formatCount(preview.changed, 'record')} will change.{' '}
    {preview.documents.length === 0
      ? 'Nothing in the set-up names it.'
      : `In the set-up: ${lists.format(preview.documents)}.`}
  </Banner>
)
