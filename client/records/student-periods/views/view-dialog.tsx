import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { TableLayout } from '#contract/platform/table-layout.ts'
import { countViews, createView, listViews, updateView } from '#contract/records/views/endpoints.ts'
import { newView, viewChange, type View } from '#contract/records/views/shapes.ts'
import { keyOf, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { Form, SubmitButton } from '#client/platform/ui/form/form.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { storedQueryOf, type ListQuery } from '../state/list-query.ts'

const f = fieldsOf<{ name: string; shared: boolean }>()

interface SavedParts {
  readonly query: ListQuery
  /** The table's layout. */
  readonly layout: TableLayout
}

export interface ViewDialogProps {
  schoolId: number
  /** Saves the current query, or renames a view. */
  what: SavedParts | { readonly rename: View }
}

type HostedProps<W> = { schoolId: number; what: W; handle: DialogHandle<View> }

/** Renders the dialog that names a new or existing view. */
export const ViewDialog = ({ what, ...rest }: ViewDialogProps & { handle: DialogHandle<View> }) =>
  'rename' in what ? <Rename {...rest} what={what.rename} /> : <SaveAs {...rest} what={what} />

const SaveAs = ({ schoolId, what, handle }: HostedProps<SavedParts>) => {
  const formId = useId()
  const client = useQueryClient()
  const [withColumns, setWithColumns] = useState(Object.keys(what.layout).length > 0)
  const { send } = useSend(createView, { refreshes: [countViews], quiet: true })
  const form = useRecordForm({
    schema: newView,
    defaults: { name: '', shared: false },
    extra: {
      school_id: schoolId,
      query: storedQueryOf(what.query),
      columns: withColumns ? what.layout : null,
    },
    onSubmit: async (body) => {
      const { reply } = await send({ body })
      // it opens next: its tab must exist
      await client.refetchQueries({ queryKey: keyOf(listViews) })
      handle.close(reply)
    },
  })
  return (
    <Frame
      handle={handle}
      title="Save view"
      submit={<SubmitButton {...{ form, formId }}>Save view</SubmitButton>}
    >
      <Form form={form} id={formId}>
        <f.Text name="name" label="Name" required maxLength={60} />
        <div>
          <f.Checkbox
            name="shared"
            label="Share with the school"
            hint="Everyone with access to this school sees this view."
          />
          <Checkbox
            label="Save the current columns"
            hint="Anyone who opens the view sees these columns. If off, they see their own."
            checked={withColumns}
            onChange={(event) => setWithColumns(event.target.checked)}
          />
        </div>
      </Form>
    </Frame>
  )
}

const Rename = ({ what: view, handle }: HostedProps<View>) => {
  const formId = useId()
  const { send } = useSend(updateView, { refreshes: [listViews], quiet: true })
  const form = useRecordForm({
    schema: viewChange,
    defaults: { name: view.name },
    extra: { version: view.version },
    onSubmit: async (body) => handle.close((await send({ params: { id: view.id }, body })).reply),
  })
  return (
    <Frame
      handle={handle}
      title="Rename view"
      submit={<SubmitButton {...{ form, formId }}>Rename</SubmitButton>}
    >
      <Form form={form} id={formId}>
        <f.Text name="name" label="Name" required maxLength={60} />
      </Form>
    </Frame>
  )
}

interface FrameProps {
  handle: DialogHandle<View>
  title: string
  submit: React.ReactNode
  children: React.ReactNode
}

const Frame = ({ handle, title, submit, children }: FrameProps) => (
  <Dialog
    {...handle.dialog}
    title={title}
    footer={
      <>
        <Button onClick={handle.dialog.onClose}>Cancel</Button>
        {submit}
      </>
    }
  >
    {children}
  </Dialog>
)
