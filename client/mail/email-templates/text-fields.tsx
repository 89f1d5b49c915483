import { useEffect, useRef, type ReactNode } from 'react'
import type { TemplateKindName } from '#contract/setup/schools/email-kinds.ts'
import { contentLabels, emailTextLimit } from '#contract/mail/email-templates/shapes.ts'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { asText, useFormField } from '#client/platform/ui/form/use-form-field.ts'
import { later } from '#client/platform/ui/states/later.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { mergeChoicesOf } from './merge-choices.ts'
import { plainTextOf } from './plain-text.ts'
import { nameIn, textIn, type Language, type TemplateValues } from './template-values.ts'

// The editors are large, and the rest of the screen doesn't wait for them.
const lineEditor = async () => (await import('#client/platform/ui/rich-text/line-editor.tsx')).LineEditor
const SubjectEditor = later(lineEditor, <Skeleton className="h-8" />)
const PlainTextEditor = later(lineEditor, <Skeleton className="h-28" />)
const RichTextEditor = later(
  async () => (await import('#client/platform/ui/rich-text/editor.tsx')).RichTextEditor,
  <Skeleton className="h-64" />,
)

const f = fieldsOf<TemplateValues>()

interface TextFieldsProps {
  kind: TemplateKindName
  language: Language
}

/** Renders the subject, the text and the plain-text part of an email in a language. */
export const TextFields = ({ kind, language }: TextFieldsProps) => {
  const fields = mergeChoicesOf(kind)
  return (
    <>
      <SubjectField {...{ language, fields }} />
      <HtmlField {...{ language, fields }} />
      <PlainTextField {...{ language, fields }} />
    </>
  )
}

interface PartProps {
  language: Language
  fields: ReturnType<typeof mergeChoicesOf>
}

/** Lets the form focus an editor like any other field. */
const useEditorFocus = (register: (control: { focus: () => void } | null) => void) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(
    () => register({ focus: () => place.current?.querySelector<HTMLElement>('[contenteditable]')?.focus() }),
    [register],
  )
  return place
}

const EditorPlace = ({
  register,
  children,
}: {
  register: (control: { focus: () => void } | null) => void
  children: ReactNode
}) => <div ref={useEditorFocus(register)}>{children}</div>

const SubjectField = ({ language, fields }: PartProps) => {
  const { value, onChange, onBlur, ref, frame } = useFormField({
    name: nameIn(language, 'subject'),
    label: contentLabels.subject,
    required: true,
  })
  return (
    <Field {...frame}>
      <EditorPlace register={ref}>
        <SubjectEditor
          value={asText(value)}
          {...{ onChange, onBlur, fields }}
          label={contentLabels.subject}
        />
      </EditorPlace>
    </Field>
  )
}

const HtmlField = ({ language, fields }: PartProps) => {
  const { value, onChange, onBlur, ref, frame } = useFormField({
    name: nameIn(language, 'html'),
    label: contentLabels.html,
    hint: 'Type {{ to insert a merge field. To set its fallback, select it and press Enter.',
    required: true,
  })
  return (
    <Field {...frame}>
      <EditorPlace register={ref}>
        <RichTextEditor
          value={asText(value)}
          {...{ onChange, onBlur }}
          label={contentLabels.html}
          mergeFields={fields}
          limit={emailTextLimit}
        />
      </EditorPlace>
    </Field>
  )
}

const PlainTextField = ({ language, fields }: PartProps) => {
  const form = f.useForm()
  const { value, onChange, onBlur, ref, frame } = useFormField({
    name: nameIn(language, 'text'),
    label: contentLabels.text,
    hint: 'For mail programs that don’t show formatting.',
  })
  const isOwn = typeof value === 'string'
  const start = () => plainTextOf(textIn(form.getValues(), language).html)
  return (
    <div className={frame.className}>
      <Checkbox
        label="Write the plain text yourself"
        hint={isOwn ? undefined : 'Otherwise Shipmate creates it from the text above.'}
        checked={isOwn}
        onChange={({ target }) => onChange(target.checked ? start() : null)}
      />
      {isOwn && (
        <Field {...frame} className="mt-3">
          <EditorPlace register={ref}>
            <PlainTextEditor
              value={value}
              {...{ onChange, onBlur, fields }}
              label={contentLabels.text}
              isMultiline
            />
          </EditorPlace>
        </Field>
      )}
    </div>
  )
}
