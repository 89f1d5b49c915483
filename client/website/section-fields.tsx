import type { ArrayPath, FieldArray, FieldPath, FieldValues } from 'react-hook-form'
import type { Section } from '#contract/website/parts.ts'
import { newKey } from '#client/lib/new-key.ts'
import { ListField } from '#client/ui/form/list-field.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { SiteTextField } from './site-text-field.tsx'

/** The parts of a page under titles of their own, in their order. */
export const SectionFields = <V extends FieldValues & { sections: Section[] }>({
  form,
}: {
  form: RecordForm<V>
}) => {
  // the form holds `sections` of exactly this shape
  const name = 'sections' as ArrayPath<V>
  const fieldOf = (index: number, field: keyof Section) => `sections.${index}.${field}` as FieldPath<V>
  return (
    <ListField
      form={form}
      name={name}
      one="section"
      none="No section yet."
      // as above
      fold={(section) => ({ title: (section as Section).title })}
      empty={() => ({ key: newKey(), title: '', body: '' }) as FieldArray<V, ArrayPath<V>>}
    >
      {(index) => (
        <>
          <TextField
            form={form}
            name={fieldOf(index, 'title')}
            label="Title"
            required
            className="col-span-6"
          />
          <SiteTextField form={form} name={fieldOf(index, 'body')} label="Text" />
        </>
      )}
    </ListField>
  )
}
