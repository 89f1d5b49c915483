import { useId, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '#client/ui/controls/button.tsx'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { fieldsOf } from '#client/ui/form/fields.ts'
import { Form, SubmitButton } from '#client/ui/form/form.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'

const f = fieldsOf<{ name: string }>()

interface CreateDialogProps<V extends FieldValues> {
  handle: DialogHandle<number>
  /** Has a name, which is asked for first. */
  form: RecordForm<V>
  title: string
  description: string
  /** 'Create school' */
  submitLabel: string
  /** The fields besides the name. */
  children: ReactNode
}

/** Renders a dialog that creates a record with a name; its other details are entered on its own screen. */
export const CreateDialog = <V extends FieldValues & { name: string }>(props: CreateDialogProps<V>) => {
  const { handle, form, title, description, submitLabel, children } = props
  const formId = useId()
  return (
    <Dialog
      {...handle.dialog}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <SubmitButton form={form} formId={formId}>
            {submitLabel}
          </SubmitButton>
        </>
      }
    >
      <Form form={form} id={formId}>
        <f.Text name="name" label="Name" required autoComplete="off" maxLength={200} />
        {children}
      </Form>
    </Dialog>
  )
}
