import { useId, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { RecordField } from '#contract/record-field.ts'
import { BoundForm, Form, FormSection, FormSummary } from '#client/ui/form/form.tsx'
import type { RecordSection } from './field-places.ts'
import { RecordFieldInput } from './record-field-input.tsx'
import { RecordFormBar } from './record-form-bar.tsx'
import type { PeriodOptions } from './use-period-options.ts'
import type { RecordEdit } from './use-record-edit.ts'
import { WaitingBanner } from '#client/ui/form/waiting-banner.tsx'

interface RecordEditFormProps {
  edit: RecordEdit
  title: ReactNode
  /** Back to reading; absent where the screen is the form. */
  onClose?: () => void
  /** The children are `FormPart`s, each a form by itself. */
  isInParts?: boolean
  /** Where labels repeat from group to group: the whole name of a field, for the summary. */
  nameOf?: (field: string) => string | undefined
  children: ReactNode
}

/** The form of a record that is edited: its bar, the summary of what is wrong, its parts, and the choice of a conflict. */
export const RecordEditForm = (props: RecordEditFormProps) => {
  const { edit, title, onClose, isInParts = false, nameOf, children } = props
  const formId = useId()
  return (
    <>
      <RecordFormBar edit={edit} formId={formId} title={title} {...(onClose ? { onClose } : {})} />
      <WaitingBanner isWaiting={edit.isWaiting} />
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
 * A part of a large form as a form element of its own. For its autofill the browser looks through all fields of a
 * field's form after every key: so only through those of the part. Enter saves the whole, as in any form.
 */
export const FormPart = ({ edit, children }: Pick<RecordEditFormProps, 'edit' | 'children'>) => (
  <form noValidate onSubmit={edit.form.submit}>
    {children}
    {/* Enter needs a button in its own form; the one to press is in the bar */}
    <button type="submit" tabIndex={-1} aria-hidden disabled={!edit.isDirty} className="block size-0" />
  </form>
)

/** How many fields of a section have a value, as the form has them now. */
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
  /** What stands beside the label of a field, where something does. */
  asides?: Readonly<Partial<Record<N, ReactNode>>>
  /** Fields that suggest values, and which. */
  options?: PeriodOptions
}

/** The fields of a record in their sections, each under the input that fits it. */
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
