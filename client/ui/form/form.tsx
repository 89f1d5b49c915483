import type { ReactNode } from 'react'
import { useFormState, type FieldPath, type FieldValues } from 'react-hook-form'
import { Banner } from '../banner.tsx'
import { Button, type ButtonProps } from '../button.tsx'
import { cx } from '../cx.ts'
import { ErrorSummary, type SummarizedError } from '../error-summary.tsx'
import { DraftLine } from './draft-line.tsx'
import { PointedContext, useLead } from './pointed.ts'
import type { RecordForm } from './use-record-form.ts'

export interface FormProps<V extends FieldValues> {
  form: RecordForm<V>
  /** Ties a submit button that lies outside, in a dialog's footer or a page's header. */
  id?: string
  className?: string
  /** The field that somebody is led to, a dot path: it has the focus, and what it is folded in is open. */
  pointed?: string | null
  children: ReactNode
}

/** The form element: no native bubbles, the banner and the word of a draft on top. */
export const Form = <V extends FieldValues>({
  form,
  id,
  className,
  pointed = null,
  children,
}: FormProps<V>) => {
  useLead(form, pointed)
  return (
    <form id={id} noValidate onSubmit={form.submit} className={cx('flex flex-col gap-4', className)}>
      {form.banner.length > 0 && (
        <Banner tone="danger">
          {form.banner.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Banner>
      )}
      <DraftLine form={form} />
      <PointedContext value={pointed}>{children}</PointedContext>
    </form>
  )
}

/** Submits; busy while the form is being sent. Outside of the form element give the form's `id` as `formId`. */
export const SubmitButton = <V extends FieldValues>({
  form,
  formId,
  ...rest
}: Omit<ButtonProps, 'form'> & { form: RecordForm<V>; formId?: string }) => {
  const { isSubmitting } = useFormState({ control: form.methods.control })
  return <Button variant="primary" type="submit" form={formId} busy={isSubmitting} {...rest} />
}

export interface FormSummaryProps<V extends FieldValues> {
  form: RecordForm<V>
  /** The whole name of a field whose label is short within its group: 'Dental plan group number'. */
  nameOf?: (field: string) => string | undefined
}

/** The summary of a long form's errors, after a first try to save; each line leads to its field. */
export const FormSummary = <V extends FieldValues>({ form, nameOf }: FormSummaryProps<V>) => {
  const { errors, pick } = useFormErrors(form, nameOf)
  return <ErrorSummary errors={errors} onPick={pick} />
}

/** What is wrong with a form, after a first try to save, and the way to a field. */
export const useFormErrors = <V extends FieldValues>(
  form: RecordForm<V>,
  nameOf?: FormSummaryProps<V>['nameOf'],
) => {
  const { submitCount } = useFormState({ control: form.methods.control })
  return {
    errors: submitCount > 0 ? summarize(form, nameOf) : [],
    // A mounted field's name is a path of the form.
    pick: (field: string) => form.methods.setFocus(field as FieldPath<V>),
  }
}

const summarize = <V extends FieldValues>(
  form: RecordForm<V>,
  nameOf: FormSummaryProps<V>['nameOf'],
): SummarizedError[] =>
  [...form.labels].flatMap(([field, label]) => {
    // As above.
    const message = form.methods.getFieldState(field as FieldPath<V>).error?.message
    return message === undefined ? [] : [{ field, label: nameOf?.(field) ?? label, message }]
  })

/** One part of a long form: title and why in a 200 px rail, fields on a six-column grid. */
export const FormSection = ({
  id,
  title,
  count,
  why,
  children,
}: {
  /** Where a rail leads to. */
  id?: string
  title: string
  /** How many of its fields have a value. */
  count?: ReactNode
  why?: string
  children: ReactNode
}) => (
  <section
    id={id}
    tabIndex={id === undefined ? undefined : -1}
    className="isolate grid scroll-mt-14 gap-4 border-t border-line outline-none py-6 first:border-t-0 first:pt-0 lg:grid-cols-[200px_1fr] lg:gap-10"
  >
    <div>
      <h2 className="text-section font-semibold">{title}</h2>
      {count}
      {why && <p className="mt-1 text-label text-ink-3">{why}</p>}
    </div>
    <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">{children}</div>
  </section>
)
