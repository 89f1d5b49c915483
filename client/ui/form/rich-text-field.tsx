import { Suspense, useEffect, useRef } from 'react'
import { Field } from '../controls/field.tsx'
import { later } from '../later.ts'
import { Skeleton } from '../states/skeleton.tsx'
import type { RichTextEditorProps } from '../rich-text/editor.tsx'
import { asText, useFormField, type FormFieldProps } from './use-form-field.ts'

// The editor is large, and is there when a text is to be written.
const RichTextEditor = later(async () => (await import('../rich-text/editor.tsx')).RichTextEditor)

export type RichTextFieldProps = FormFieldProps &
  Pick<RichTextEditorProps, 'isWanted' | 'onEntered' | 'mentions' | 'pickPicture' | 'profile' | 'limit'> & {
    hideLabel?: boolean
  }

/** Rich text of a form, which lists its key as literal: '' for none. */
export const RichTextField = ({ hideLabel = false, ...props }: RichTextFieldProps) => {
  const { value, onChange, onBlur, ref, frame } = useFormField(props)
  const editor = useRef<HTMLDivElement>(null)
  // the form leads to it as to any other field
  useEffect(
    () => ref({ focus: () => editor.current?.querySelector<HTMLElement>('[contenteditable]')?.focus() }),
    [ref],
  )
  return (
    <Field {...frame} hideLabel={hideLabel}>
      <div ref={editor}>
        <Suspense fallback={<Skeleton className="h-28" />}>
          <RichTextEditor
            value={asText(value)}
            {...{ onChange, onBlur }}
            label={frame.label}
            mentions={props.mentions}
            pickPicture={props.pickPicture}
            {...(props.profile === undefined ? {} : { profile: props.profile })}
            {...(props.limit === undefined ? {} : { limit: props.limit })}
            {...(props.isWanted ? { isWanted: true, onEntered: props.onEntered } : {})}
          />
        </Suspense>
      </div>
    </Field>
  )
}
