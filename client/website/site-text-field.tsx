import type { FieldValues } from 'react-hook-form'
import { RichTextField } from '#client/ui/form/rich-text-field.tsx'
import type { FormFieldProps } from '#client/ui/form/use-form-field.ts'
import { usePickPicture } from './use-pick-picture.ts'

/** A text of the student site: with pictures of the school's own, over the whole width of a form. */
export const SiteTextField = <V extends FieldValues>(props: FormFieldProps<V> & { hideLabel?: boolean }) => (
  <RichTextField {...props} profile="website" pickPicture={usePickPicture()} className="col-span-6" />
)
