import type { Schema } from '#contract/endpoint.ts'
import type { enrollFormIntro, waiverFormIntro } from '#contract/website/forms.ts'
import { useDocumentEdit, type Versioned } from '#client/common/set-up/use-document-edit.ts'
import { RichTextField } from '#client/ui/form/rich-text-field.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { DocumentSheet, SheetForm } from './document-sheet.tsx'

type Shape = (typeof enrollFormIntro)['content']['shape']

interface IntroSheetProps {
  periodId: number
  document: typeof enrollFormIntro | typeof waiverFormIntro
  schema: Schema
  record: Versioned<Shape>
  save: (body: Versioned<Shape>) => Promise<Versioned<Shape>>
}

/** Opens what stands before a form. */
export const IntroSheet = (props: IntroSheetProps) => (
  <DocumentSheet label="Introduction…" title={props.document.label}>
    <IntroForm {...props} />
  </DocumentSheet>
)

const IntroForm = ({ periodId, document, schema, record, save }: IntroSheetProps) => {
  const edit = useDocumentEdit<Shape>({
    document,
    periodId,
    schema,
    record,
    labels: { title: 'Title', body: 'Text' },
    save,
  })
  const { form } = edit
  return (
    <SheetForm periodId={periodId} document={document} edit={edit}>
      <TextField form={form} name="title" label="Title" className="col-span-6" />
      <RichTextField form={form} name="body" label="Text" profile="website" className="col-span-6" />
    </SheetForm>
  )
}
