import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { DialogHandle } from '../overlays/dialog-host.tsx'
import { fieldsOf } from './fields.ts'
import { FormDialog } from './form-dialog.tsx'
import type { RecordForm } from './use-record-form.ts'

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
  return (
    <FormDialog {...handle.dialog} {...{ form, title, description, submitLabel }}>
      <f.Text name="name" label="Name" required autoComplete="off" maxLength={200} />
      {children}
    </FormDialog>
  )
}
