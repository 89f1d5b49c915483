import { useId, useState } from 'react'
import { bulkResult } from '#contract/platform/record/bulk.ts'
import {
  enrollFormDropdowns,
  waiverFormDropdowns,
  optionFieldLabels,
  optionFields,
  type OptionField,
  type Options,
} from '#contract/setup/period-documents/dropdowns.ts'
import { listOptionUses, renameOption } from '#contract/records/options/endpoints.ts'
import { renamed, type Renamed } from '#contract/records/options/shapes.ts'
import { showsDocuments } from '#client/setup/period-documents/document-page.tsx'
import { useFollowJob } from '#client/platform/common/use-follow-job.ts'
import { usePreview } from '#client/platform/common/use-preview.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import type { ApiError } from '#client/platform/lib/api-error.ts'
import { formatCount, formatList } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import { Combobox } from '#client/platform/ui/controls/combobox.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { Select } from '#client/platform/ui/controls/select.tsx'
import { TextInput } from '#client/platform/ui/controls/text-input.tsx'

/** The option to start with, and its new name. */
export type RenameStart = Partial<Pick<RenameInput, 'field' | 'from' | 'to'>>

interface RenameProps {
  periodId: number
  options: Options
  start: RenameStart
  onRenamed: () => void
  onClose: () => void
}

interface RenameInput {
  readonly field: OptionField
  readonly from: string | null
  readonly to: string
  readonly carries_records: boolean
}

const shows = [listOptionUses, enrollFormDropdowns.get, waiverFormDropdowns.get, ...showsDocuments] as const

/** Whether the input is complete: an existing option and a different name. */
const completeInput = ({ from, to, ...rest }: RenameInput) =>
  from !== null && to.trim() !== '' && to.trim() !== from ? { ...rest, from, to } : null

/** Keeps the input of a rename, previews it, and makes it. */
const useRenaming = ({ periodId, start, onRenamed, onClose }: RenameProps) => {
  const [asked, setAsked] = useState<RenameInput>({
    field: 'program',
    from: null,
    to: '',
    carries_records: true,
    ...start,
  })
  const look = useSend(renameOption, { quiet: true })
  const { send, isSending } = useSend(renameOption, { refreshes: shows, quiet: true })
  const offerUndo = useUndo(shows)
  const follow = useFollowJob(shows, 'record')
  const params = { id: periodId }
  const body = completeInput(asked)
  const { preview, error, apply } = usePreview<Renamed>({
    key: body && JSON.stringify(body),
    read: async (signal) => {
      if (body === null) return null
      const { reply } = await look.send({ params, body: { ...body, dry_run: true } }, { signal })
      return renamedIn(reply)
    },
    // the records are counted again; the setup is unchanged
    readIn: (data, { documents }) => {
      const counts = bulkResult.safeParse(data).data
      return counts ? { ...counts, documents } : null
    },
    wait: 250,
  })
  const rename = () =>
    apply(async ({ matched, changed }) => {
      if (body === null) return
      const { reply, changeId } = await send({ params, body: { ...body, expected: { matched, changed } } })
      if ('job_id' in reply)
        void follow(reply.job_id, (records) => `Option renamed in ${formatCount(records, 'record')}`)
      else offerUndo({ changeId, title: 'Option renamed' })
      onRenamed()
      onClose()
    })
  return { asked, setAsked, isWhole: body !== null, preview, error, isSending, rename }
}

const renamedIn = (reply: unknown): Renamed | null => renamed.safeParse(reply).data ?? null

const fieldOptions = optionFields.map((value) => ({ value, label: optionFieldLabels[value] }))

/** Renders the dialog that renames an option, with a preview. */
export const RenameDialog = (props: RenameProps) => {
  const formId = useId()
  const { asked, setAsked, isWhole, preview, error, isSending, rename } = useRenaming(props)
  return (
    <Dialog
      open
      onClose={props.onClose}
      title="Rename option"
      description="This renames the option in both forms and everywhere in the setup. You can also update student records."
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={isSending} disabled={preview === null}>
            Rename
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSending) void rename()
        }}
      >
        <RenameFields
          options={props.options}
          asked={asked}
          ask={(change) => setAsked((all) => ({ ...all, ...change }))}
        />
        {error && <Banner tone="danger">{messageOf(error)}</Banner>}
        <div aria-live="polite">
          {isWhole && !preview && !error && <p className="text-ink-3">Counting…</p>}
          {preview && <RenamePreview preview={preview} />}
        </div>
      </form>
    </Dialog>
  )
}

interface RenameFieldsProps {
  options: Options
  asked: RenameInput
  ask: (change: Partial<RenameInput>) => void
}

const RenameFields = ({ options, asked, ask }: RenameFieldsProps) => {
  const values = options[asked.field].map(({ value }) => ({ value, label: value }))
  return (
    <>
      <Field label="Dropdown">
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
          placeholder="Find an option"
          onChange={(from) => ask({ from })}
        />
      </Field>
      <Field label="New name">
        <TextInput value={asked.to} onChange={(event) => ask({ to: event.target.value })} />
      </Field>
      <Checkbox
        label="Update student records too"
        hint="If you don’t, records keep the old name, and it won’t be in any dropdown."
        checked={asked.carries_records}
        onChange={(event) => ask({ carries_records: event.target.checked })}
      />
    </>
  )
}

const messageOf = (failure: ApiError): string =>
  failure.kind === 'stale' ? 'Some records changed. The preview below is up to date.' : failure.message

const RenamePreview = ({ preview }: { preview: Renamed }) => (
  <Banner tone="info">
    {formatCount(preview.changed, 'record')} will change.{' '}
    {preview.documents.length === 0
      ? 'The setup doesn’t use this option.'
      : `The option is used in these setup sections: ${formatList(preview.documents)}.`}
  </Banner>
)
