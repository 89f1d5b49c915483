import { useMemo, type ReactNode } from 'react'
import { FormProvider, useFormContext, useFormState, type FieldPath, type FieldValues } from 'react-hook-form'
import { Banner } from '../states/banner.tsx'
import { Button, type ButtonProps } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { ErrorSummary, type SummarizedError } from '../text/error-summary.tsx'
import { DraftLine } from './draft-line.tsx'
import { PointedContext, useLead } from './pointed.ts'
import { FormWordsContext, useFormWords, type FormWords } from './use-form-field.ts'
import type { RecordForm } from './use-record-form.ts'

export interface FormProps<V extends FieldValues> {
  form: RecordForm<V>
  /** Ties a submit button that lies outside, in a dialog's footer or a page's header. */
  id?: string
  className?: string
  /** The field that somebody is led to, a dot path: it has the focus, and what it is folded in is open. */
  pointed?: string | null
  /** What its fields are called that do not say it themselves. */
  names?: FormWords['names']
  children: ReactNode
}

/** The form element, which its fields are bound to: no native bubbles, the banner and the word of a draft on top. */
export const Form = <V extends FieldValues>(props: FormProps<V>) => {
  const { form, id, className, pointed = null, names, children } = props
  useLead(form, pointed)
  return (
    <BoundForm form={form} names={names}>
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
    </BoundForm>
  )
}

interface BoundFormProps<V extends FieldValues> {
  form: RecordForm<V>
  names?: FormWords['names'] | undefined
  children: ReactNode
}

const noNames = {}

/** Binds the fields in it to a form, whose element may be elsewhere: `Form` does so by itself. */
export const BoundForm = <V extends FieldValues>({ form, names = noNames, children }: BoundFormProps<V>) => {
  const { labels } = form
  const words = useMemo(() => ({ labels, names }), [labels, names])
  return (
    <FormProvider {...form.methods}>
      <FormWordsContext value={words}>{children}</FormWordsContext>
    </FormProvider>
  )
}

/** Submits; busy while the form is being sent. Outside of the form element give its `id` as `formId`. */
export const SubmitButton = <V extends FieldValues>({
  form,
  formId,
  ...rest
}: Omit<ButtonProps, 'form'> & { form: RecordForm<V>; formId?: string }) => {
  const { isSubmitting } = useFormState({ control: form.methods.control })
  return <Button variant="primary" type="submit" form={formId} busy={isSubmitting} {...rest} />
}

export interface FormSummaryProps {
  /** The whole name of a field whose label is short within its group: 'Dental plan group number'. */
  nameOf?: (field: string) => string | undefined
}

/** The summary of a long form's errors, in it, after a first try to save; each line leads to its field. */
export const FormSummary = ({ nameOf }: FormSummaryProps) => {
  const { labels } = useFormWords()
  const { errors, pick } = useFormErrors({ methods: useFormContext(), labels }, nameOf)
  return <ErrorSummary errors={errors} onPick={pick} />
}

/** What is wrong with a form, after a first try to save, and the way to a field. */
export const useFormErrors = <V extends FieldValues>(
  form: Pick<RecordForm<V>, 'methods' | 'labels'>,
  nameOf?: FormSummaryProps['nameOf'],
) => {
  const { submitCount } = useFormState({ control: form.methods.control })
  return {
    errors: submitCount > 0 ? summarize(form, nameOf) : [],
    // A mounted field's name is a path of the form.
    pick: (field: string) => form.methods.setFocus(field as FieldPath<V>),
  }
}

const summarize = <V extends FieldValues>(
  form: Pick<RecordForm<V>, 'methods' | 'labels'>,
  nameOf: FormSummaryProps['nameOf'],
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
