import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { TableLayout } from '#contract/table-layout.ts'
import { countViews, createView, listViews, updateView } from '#contract/views/endpoints.ts'
import { newView, viewChange, type View } from '#contract/views/shapes.ts'
import { keyOf, useSend } from '#client/lib/query.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { fieldsOf } from '#client/ui/form/fields.ts'
import { Form, SubmitButton } from '#client/ui/form/form.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.ts'
import { storedQueryOf, type Question } from '../state/question.ts'

const f = fieldsOf<{ name: string; shared: boolean }>()

interface Asked {
  readonly question: Question
  /** How the table stands. */
  readonly layout: TableLayout
}

export interface ViewDialogProps {
  schoolId: number
  /** What is asked now, to be saved; or a view to be given another name. */
  what: Asked | { readonly rename: View }
}

type HostedProps<W> = { schoolId: number; what: W; handle: DialogHandle<View> }

/** Names a view: a new one, or one that is there. */
export const ViewDialog = ({ what, ...rest }: ViewDialogProps & { handle: DialogHandle<View> }) =>
  'rename' in what ? <Rename {...rest} what={what.rename} /> : <SaveAs {...rest} what={what} />

const SaveAs = ({ schoolId, what, handle }: HostedProps<Asked>) => {
  const formId = useId()
  const client = useQueryClient()
  const [withColumns, setWithColumns] = useState(Object.keys(what.layout).length > 0)
  const { send } = useSend(createView, { refreshes: [countViews], quiet: true })
  const form = useRecordForm({
    schema: newView,
    defaults: { name: '', shared: false },
    extra: {
      school_id: schoolId,
      query: storedQueryOf(what.question),
      columns: withColumns ? what.layout : null,
    },
    onSubmit: async (body) => {
      const { reply } = await send({ body })
      // it is opened next: its tab must be there
      await client.refetchQueries({ queryKey: keyOf(listViews) })
      handle.close(reply)
    },
  })
  return (
    <Frame
      handle={handle}
      title="Save as a view"
      submit={<SubmitButton {...{ form, formId }}>Save view</SubmitButton>}
    >
      <Form form={form} id={formId}>
        <f.Text name="name" label="Name" required maxLength={60} />
        <div>
          <f.Checkbox
            name="shared"
            label="Share with the school"
            hint="Everybody who works with this school sees it among their views."
          />
          <Checkbox
            label="Keep the columns as they stand"
            hint="Whoever opens the view sees these columns; otherwise their own."
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
      title="Rename the view"
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
