import { useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../controls/button.tsx'
import { Dialog, type DialogProps } from '../overlays/dialog.tsx'
import { Form, SubmitButton } from './form.tsx'
import type { RecordForm } from './use-record-form.ts'

interface FormDialogProps<V extends FieldValues> extends Omit<DialogProps, 'footer' | 'initialFocus'> {
  form: RecordForm<V>
  /** 'Create school' */
  submitLabel: string
  /** Whether it takes something away for good. */
  isDanger?: boolean
  /** Whether it can’t be submitted yet. */
  disabled?: boolean
}

/** Renders a dialog that is one form: its fields, Cancel and the button that submits it. */
export const FormDialog = <V extends FieldValues>(props: FormDialogProps<V>) => {
  const { form, submitLabel, isDanger = false, disabled = false, children, ...dialog } = props
  const formId = useId()
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <SubmitButton
            form={form}
            formId={formId}
            variant={isDanger ? 'danger' : 'primary'}
            disabled={disabled}
          >
            {submitLabel}
          </SubmitButton>
        </>
      }
    >
      <Form form={form} id={formId}>
        {children}
      </Form>
    </Dialog>
  )
}
