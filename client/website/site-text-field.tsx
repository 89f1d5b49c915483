import type { ContentOf } from '#contract/document.ts'
import type { PeriodDocument } from '#contract/periods/document.ts'
import { documentFields, type DocumentFields } from '#client/common/set-up/document-fields.ts'
import { useDeferredValue, useState } from 'react'
import { useFormContext, type FieldValues } from 'react-hook-form'
import { Field } from '#client/ui/controls/field.tsx'
import { asText, useFormWords, widths, type FormFieldProps } from '#client/ui/form/use-form-field.ts'
import { RichText } from '#client/ui/rich-text/rich-text.tsx'
import { usePickPicture } from './use-pick-picture.ts'
import { fieldsOf, type FieldOf } from '#client/ui/form/fields.ts'

interface SiteTextFieldProps extends FormFieldProps {
  hideLabel?: boolean
}

/** The fields of a page of the site: beside the usual ones, texts with pictures of the school's own. */
export const siteFieldsOf = <D extends PeriodDocument>(): DocumentFields<D> & {
  readonly SiteText: FieldOf<SiteTextFieldProps, ContentOf<D>, keyof ContentOf<D> & string>
} => ({ ...documentFields<D>(), SiteText: SiteTextField })

const f = fieldsOf<FieldValues, string>()

/** Characters from which on to show a text is as much work as to edit it. */
const longest = 30_000

/**
 * A text of the student site: with pictures of the school's own, over the whole width of a form. The text is there with
 * the page; its editor, a third of the work of a page, in the moment after.
 */
const SiteTextField = (props: SiteTextFieldProps) => {
  const { getValues } = useFormContext()
  const isAfter = useDeferredValue(true, false)
  const pickPicture = usePickPicture()
  const [text] = useState(() => asText(getValues(props.name)))
  return isAfter || text.length > longest ? (
    <f.RichText {...props} profile="website" pickPicture={pickPicture} />
  ) : (
    <StillText {...props} text={text} />
  )
}

/** The text as it stands in its editor, with the room for what is above it. */
const StillText = (props: SiteTextFieldProps & { text: string }) => {
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
