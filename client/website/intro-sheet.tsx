import type { Schema } from '#contract/endpoint.ts'
import type { enrollFormIntro, waiverFormIntro } from '#contract/website/forms.ts'
import { useDocumentEdit, type Versioned } from '#client/common/set-up/use-document-edit.ts'
import { TextField } from '#client/ui/form/text-field.tsx'
import { DocumentSheet, SheetForm } from './document-sheet.tsx'
import { SiteTextField } from './site-text-field.tsx'

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
      <SiteTextField form={form} name="body" label="Text" />
    </SheetForm>
  )
}
