import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Form, FormSummary, SubmitButton } from '#client/platform/ui/form/form.tsx'
import type { RecordForm } from '#client/platform/ui/form/use-record-form.ts'

interface SectionFormProps<V extends FieldValues> {
  form: RecordForm<V>
  isDirty: boolean
  /** 'Save profile': the page has several buttons that save. */
  submitLabel: string
  children: ReactNode
}

/** Renders the form of one section of a user’s page, which is saved separately. */
export const SectionForm = <V extends FieldValues>(props: SectionFormProps<V>) => {
  const { form, isDirty, submitLabel, children } = props
  return (
    <Form form={form} className="col-span-6">
      <FormSummary />
      <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">{children}</div>
      <div data-focus-group className="flex flex-wrap items-center gap-2">
        <SubmitButton form={form} disabled={!isDirty}>
          {submitLabel}
        </SubmitButton>
        {isDirty && <Button onClick={form.draft.discard}>Discard</Button>}
      </div>
    </Form>
  )
}
