import { useEffect, useRef } from 'react'
import { listSendableTemplates } from '#contract/review/emails/endpoints.ts'
import { mergeFieldsOf } from '#contract/setup/schools/email-kinds.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { zonedText } from '#client/platform/lib/zoned-time.ts'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { asText, useFormField } from '#client/platform/ui/form/use-form-field.ts'
import { later } from '#client/platform/ui/states/later.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { ownText, sendAtOf, type ComposeValues } from './compose-values.ts'

/** The fields of an email that is composed. */
export const f = fieldsOf<ComposeValues>()
/** The merge fields that it can contain. */
export const mergeFields = mergeFieldsOf(null)

/** Renders the choice between a new email and a template. */
export const TemplateField = ({ schoolId }: { schoolId: number }) => {
  const { data } = useAsk(
    listSendableTemplates,
    { query: { school_id: String(schoolId) } },
    { staleTime: 60_000 },
  )
  return (
    <f.Select
      name="template_id"
      label="Email"
      options={[
        { value: ownText, label: 'Write a new email' },
        ...(data ?? []).map(({ id, name }) => ({ value: id, label: `Template: ${name}` })),
      ]}
    />
  )
}

// The editor is large, and the dialog doesn't wait for it.
const LineEditor = later(
  async () => (await import('#client/platform/ui/rich-text/line-editor.tsx')).LineEditor,
  <Skeleton className="h-8" />,
)

/** Renders the subject, with merge fields. */
export const SubjectField = () => {
  const { value, onChange, onBlur, ref, frame } = useFormField({
    name: 'subject',
    label: 'Subject',
    required: true,
  })
  const place = useRef<HTMLDivElement>(null)
  // lets the form focus it like any other field
  useEffect(
    () => ref({ focus: () => place.current?.querySelector<HTMLElement>('[contenteditable]')?.focus() }),
    [ref],
  )
  return (
    <Field {...frame}>
      <div ref={place}>
        <LineEditor value={asText(value)} {...{ onChange, onBlur }} label="Subject" fields={mergeFields} />
      </div>
    </Field>
  )
}

/** Renders when the email is sent: now, or at a time of the school. */
export const WhenFields = ({ values, zone }: { values: ComposeValues; zone: string }) => {
  const at = sendAtOf(values, zone)
  return (
    <div className="flex flex-col gap-3">
      <f.Radio
        name="when"
        label="When"
        options={[
          { value: 'now', label: 'Send now' },
          { value: 'later', label: 'Schedule' },
        ]}
      />
      {values.when === 'later' && (
        <>
          <div className="grid gap-3 sm:grid-cols-2">
            <f.Date name="send_on" label="Date" required />
            <f.Text name="send_time" label="Time" type="time" required />
          </div>
          <p className="text-label text-ink-2" aria-live="polite">
            {at === null
              ? `In the school’s time zone, ${zone.replaceAll('_', ' ')}.`
              : `Shipmate sends it ${zonedText(zone, at)}. Fields are filled in with today’s values.`}
          </p>
        </>
      )}
    </div>
  )
}
