import type { ContentOf } from '#contract/platform/document.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { documentFields, type DocumentFields } from '#client/setup/period-documents/document-fields.ts'
import { useDeferredValue, useState } from 'react'
import { useFormContext, type FieldValues } from 'react-hook-form'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { asText, useFormWords, widths, type FormFieldProps } from '#client/platform/ui/form/use-form-field.ts'
import { RichText } from '#client/platform/ui/rich-text/rich-text.tsx'
import { usePickPicture } from './use-pick-picture.ts'
import { fieldsOf, type FieldOf } from '#client/platform/ui/form/fields.ts'

interface SiteTextFieldProps extends FormFieldProps {
  hideLabel?: boolean
}

/** The fields of a website page: the usual ones, and texts with school images. */
export const siteFieldsOf = <D extends PeriodDocument>(): DocumentFields<D> & {
  readonly SiteText: FieldOf<SiteTextFieldProps, ContentOf<D>, keyof ContentOf<D> & string>
} => ({ ...documentFields<D>(), SiteText: SiteTextField })

const f = fieldsOf<FieldValues, string>()

/** Number of characters above which rendering a text takes as long as its editor. */
const longest = 30_000

/**
 * Renders a website text with school images, over the full width of the form. The text appears with the page, its
 * editor shortly after, because it's a third of the page's load.
 */
const SiteTextField = (props: SiteTextFieldProps) => {
  const { getValues } = useFormContext()
  const isAfter = useDeferredValue(true, false)
  const pickPicture = usePickPicture()
  const [text] = useState(() => asText(getValues(props.name)))
  return isAfter || text.length > longest ? (
    <f.RichText {...props} profile="website" pickPicture={pickPicture} />
  ) : (
    <TextPreview {...props} text={text} />
  )
}

/** Renders the text as in its editor, with space for the toolbar. */
const TextPreview = (props: SiteTextFieldProps & { text: string }) => {
  const { names } = useFormWords()
  const { text, name, label = names[name], hint, required = false, hideLabel = false } = props
  return (
    <Field {...{ label, hint, required, hideLabel }} className={widths.full}>
      <div className="rounded-control bg-raised pt-[33px] shadow-control">
        <RichText html={text} profile="website" className="min-h-20 px-2.5 py-2 whitespace-pre-wrap" />
      </div>
    </Field>
  )
}
