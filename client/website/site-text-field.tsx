import { useDeferredValue, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { RichTextField } from '#client/ui/form/rich-text-field.tsx'
import { asText, type FormFieldProps } from '#client/ui/form/use-form-field.ts'
import { RichText } from '#client/ui/rich-text/rich-text.tsx'
import { usePickPicture } from './use-pick-picture.ts'

type SiteTextFieldProps<V extends FieldValues> = FormFieldProps<V> & { hideLabel?: boolean }

/** Characters from which on to show a text is as much work as to edit it. */
const longest = 30_000

/**
 * A text of the student site: with pictures of the school's own, over the whole width of a form. The text is there with
 * the page; its editor, a third of the work of a page, in the moment after.
 */
export const SiteTextField = <V extends FieldValues>(props: SiteTextFieldProps<V>) => {
  const isAfter = useDeferredValue(true, false)
  const pickPicture = usePickPicture()
  const [text] = useState(() => asText(props.form.methods.getValues(props.name)))
  return isAfter || text.length > longest ? (
    <RichTextField {...props} profile="website" pickPicture={pickPicture} className="col-span-6" />
  ) : (
    <StillText {...props} text={text} />
  )
}

/** The text as it stands in its editor, with the room for what is above it. */
const StillText = <V extends FieldValues>(props: SiteTextFieldProps<V> & { text: string }) => {
  const { text, label, hint, required = false, hideLabel = false } = props
  return (
    <Field {...{ label, hint, required, hideLabel }} className="col-span-6">
      <div className="rounded-control bg-raised pt-[33px] shadow-control">
        <RichText html={text} profile="website" className="min-h-20 px-2.5 py-2 whitespace-pre-wrap" />
      </div>
    </Field>
  )
}
