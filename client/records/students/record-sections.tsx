import { useId, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { BoundForm, Form, FormSection, FormSummary, SubmitButton } from '#client/platform/ui/form/form.tsx'
import { OfflineBanner } from '#client/platform/ui/form/offline-banner.tsx'
import { UnsavedMark } from '#client/platform/ui/form/unsaved-mark.tsx'
import type { RecordSection } from '#client/platform/record/field-places.ts'
import { RecordFieldInput } from '#client/platform/record/record-field-input.tsx'
import type { PeriodOptions } from '#client/setup/website/use-period-options.ts'
import type { RecordEdit } from './use-record-edit.ts'

interface RecordEditFormProps {
  edit: RecordEdit
  title: ReactNode
  /** Closes the form; absent if the screen is the form. */
  onClose?: () => void
  /** The children are `FormPart`s, each a separate form element. */
  isInParts?: boolean
  /** The full name of a field for the summary, if labels repeat in several groups. */
  nameOf?: (field: string) => string | undefined
  children: ReactNode
}

/** Renders the form of a record: its bar, error summary, parts, and conflict dialog. */
export const RecordEditForm = (props: RecordEditFormProps) => {
  const { edit, title, onClose, isInParts = false, nameOf, children } = props
  const formId = useId()
  return (
    <>
      <RecordFormBar edit={edit} formId={formId} title={title} {...(onClose ? { onClose } : {})} />
      <OfflineBanner isWaiting={edit.isWaiting} />
      {edit.behind}
      <Form form={edit.form} id={formId} className={isInParts ? 'not-empty:mb-4' : ''}>
        <FormSummary {...(nameOf ? { nameOf } : {})} />
        {!isInParts && children}
      </Form>
      {isInParts && <BoundForm form={edit.form}>{children}</BoundForm>}
      {edit.conflict}
    </>
  )
}

/**
 * Renders a part of a large form as a separate form element. For autofill, the browser checks all fields of a form
 * after every key, so each form has only the fields of its part. Enter saves the whole record.
 */
export const FormPart = ({ edit, children }: Pick<RecordEditFormProps, 'edit' | 'children'>) => (
  <form noValidate onSubmit={edit.form.submit}>
    {children}
    {/* Enter needs a button in the same form; the visible one is in the bar */}
    <button type="submit" tabIndex={-1} aria-hidden disabled={!edit.isDirty} className="block size-0" />
  </form>
)

/** Shows how many fields of a section have a value in the form now. */
const FilledCount = ({ names }: { names: readonly string[] }) => {
  const values: readonly unknown[] = useWatch({ name: [...names] })
  const filled = values.filter((value) => value !== null && value !== '').length
  return (
    <p className="tabular mt-0.5 text-label text-ink-3">
      {filled} of {names.length} fields filled in
    </p>
  )
}

interface RecordSectionsProps<N extends string> {
  fields: Readonly<Record<N, RecordField>>
  sections: readonly RecordSection<N>[]
  /** Content next to a field's label, if any. */
  asides?: Readonly<Partial<Record<N, ReactNode>>>
  /** The fields with suggestions, and their values. */
  options?: PeriodOptions
}

/** Renders a record's fields in their sections, each with the input that fits it. */
export const RecordSections = <N extends string>({
  fields,
  sections,
  asides,
  options,
}: RecordSectionsProps<N>) =>
  sections.map(({ title, why, fields: names }) => (
    <FormSection
      key={title}
      title={title}
      why={why}
      count={<FilledCount names={names.map(([name]) => name)} />}
    >
      {names.map(([name, width]) => (
        <RecordFieldInput
          key={name}
          name={name}
          field={fields[name]}
          width={width}
          aside={asides?.[name]}
          suggestions={options?.[name]}
        />
      ))}
    </FormSection>
  ))

interface RecordFormBarProps {
  edit: RecordEdit
  formId: string
  title: ReactNode
  /** Closes the form; absent if the screen is the form. */
  onClose?: () => void
}

/**
 * Renders the bar above a form: what is edited, whether it's saved, and the Save button; sticky while the form
 * scrolls.
 */
const RecordFormBar = ({ edit, formId, title, onClose }: RecordFormBarProps) => {
  const { form, isDirty } = edit
  return (
    <div
      data-focus-group
      className="sticky top-(--record-head) z-10 mb-4 flex min-h-12 items-center gap-2 border-b border-line bg-sheet py-2"
    >
      <h2 className="mr-auto text-section font-semibold">{title}</h2>
      <UnsavedMark isDirty={isDirty} />
      {isDirty && <Button onClick={form.draft.discard}>Discard</Button>}
      {!isDirty && onClose && <Button onClick={onClose}>Close</Button>}
      <SubmitButton form={form} formId={formId} disabled={!isDirty}>
        Save
      </SubmitButton>
    </div>
  )
}
