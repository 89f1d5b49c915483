import { useMemo, type ReactNode } from 'react'
import { FormProvider, useFormContext, useFormState, type FieldPath, type FieldValues } from 'react-hook-form'
import { Button, type ButtonProps } from '../controls/button.tsx'
import { cx } from '../styles/cx.ts'
import { Banner } from '../states/banner.tsx'
import { ErrorSummary, type SummarizedError } from '../text/error-summary.tsx'
import { PointedContext, useFocusPointed } from './pointed.ts'
import { FormWordsContext, useFormWords, type FormWords } from './use-form-field.ts'
import type { RecordForm } from './use-record-form.ts'

interface FormProps<V extends FieldValues> {
  form: RecordForm<V>
  /** The form's ID, for a submit button outside it, in a dialog's footer or a page's header. */
  id?: string
  className?: string
  /** The field to go to, a dot path: it gets the focus, and the part around it expands. */
  pointed?: string | null
  /** The labels of fields that don't set their own. */
  names?: FormWords['names']
  children: ReactNode
}

/**
 * Renders the form element and binds its fields: no native validation messages; the banner and the draft note at the
 * top.
 */
export const Form = <V extends FieldValues>(props: FormProps<V>) => {
  const { form, id, className, pointed = null, names, children } = props
  useFocusPointed(form, pointed)
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

/** Binds fields to a form whose element is elsewhere. `Form` does this too. */
export const BoundForm = <V extends FieldValues>({ form, names = noNames, children }: BoundFormProps<V>) => {
  const { labels, choices } = form
  const words = useMemo(() => ({ labels, choices, names }), [labels, choices, names])
  return (
    <FormProvider {...form.methods}>
      <FormWordsContext value={words}>{children}</FormWordsContext>
    </FormProvider>
  )
}

/**
 * Renders the submit button; busy while the form is being sent. Outside the form element, pass the form's `id` as
 * `formId`.
 */
export const SubmitButton = <V extends FieldValues>({
  form,
  formId,
  ...rest
}: Omit<ButtonProps, 'form'> & { form: RecordForm<V>; formId?: string }) => {
  const { isSubmitting } = useFormState({ control: form.methods.control })
  return <Button variant="primary" type="submit" form={formId} busy={isSubmitting} {...rest} />
}

interface FormSummaryProps {
  /** Returns the full name of a field whose label is short within its group: 'Dental plan group number'. */
  nameOf?: (field: string) => string | undefined
}

/** Renders a long form's error summary after the first try to save; each line goes to its field. */
export const FormSummary = ({ nameOf }: FormSummaryProps) => {
  const { labels } = useFormWords()
  const { errors, pick } = useFormErrors({ methods: useFormContext(), labels }, nameOf)
  return <ErrorSummary errors={errors} onPick={pick} />
}

/** Returns a form's errors after the first try to save, and a function that goes to a field. */
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

/** Renders a section of a long form: title and explanation in a 200 px column, fields in a 6-column grid. */
export const FormSection = ({
  id,
  title,
  count,
  why,
  children,
}: {
  /** The ID that a section list links to. */
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

const tooLong = 'This text is too long to save as a draft. Save it before you leave the page.'

/** Renders a note that the form shows a restored draft, with a button that discards it. */
const DraftLine = <V extends FieldValues>({ form }: { form: RecordForm<V> }) => {
  const { restored, isTooLong, discard } = form.draft
  if (isTooLong) return <output className="-mt-1 block text-label text-ink-2">{tooLong}</output>
  if (!restored) return null
  const changed = restored.changedMeanwhile.map((name) => form.labels.get(name) ?? name)
  return (
    <output className="-mt-1 block text-label text-ink-2">
      {changed.length === 0
        ? 'Draft restored'
        : `Draft restored. Someone else has changed ${changed.join(', ')} since then. This form shows what you typed`}
      {' · '}
      <button
        type="button"
        onClick={discard}
        className="inline-flex min-h-6 items-center text-accent-text underline-offset-2 hover:underline"
      >
        Discard
      </button>
    </output>
  )
}
