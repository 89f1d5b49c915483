import type { ContentOf } from '#contract/periods/document.ts'
import type { Schema } from '#contract/endpoint.ts'
import type { enrollFormIntro, waiverFormIntro } from '#contract/website/forms.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import type { DocumentRead } from '#client/common/set-up/document-page.tsx'
import { useDocumentEdit, type Versioned } from '#client/common/set-up/use-document-edit.ts'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { DocumentSheet, SheetForm } from './document-sheet.tsx'
import { siteFieldsOf } from './site-text-field.tsx'

const f = siteFieldsOf<ContentOf<typeof enrollFormIntro>>()

type Shape = (typeof enrollFormIntro)['content']['shape']

interface IntroSheetProps {
  periodId: number
  document: typeof enrollFormIntro | typeof waiverFormIntro
  schema: Schema
  read: DocumentRead<Versioned<Shape>>
  save: (body: Versioned<Shape>) => Promise<Versioned<Shape>>
}

/** Opens what stands before a form, or says why that cannot be shown. */
export const IntroSheet = (props: IntroSheetProps) => (
  <DocumentSheet label="Introduction…" title={props.document.label}>
    <Intro {...props} />
  </DocumentSheet>
)

const Intro = ({ read, ...props }: IntroSheetProps) => {
  if (read.data && read.isFetchedAfterMount) return <IntroForm {...props} record={read.data} />
  const what = props.document.label
  return read.error ? (
    <FailedState
      compact
      error={read.error}
      what={what}
      who="Only Shipmate Admins set up a policy year."
      onRetry={() => void read.refetch()}
    />
  ) : (
    <SkeletonRows rows={4} label={`Loading ${what}`} />
  )
}

type IntroFormProps = Omit<IntroSheetProps, 'read'> & { record: Versioned<Shape> }

const IntroForm = ({ periodId, document, schema, record, save }: IntroFormProps) => {
  const edit = useDocumentEdit<Shape>({
    document,
    periodId,
    schema,
    record,
    labels: { title: 'Title', body: 'Text' },
    save,
  })
  return (
    <SheetForm periodId={periodId} document={document} edit={edit}>
      <f.Text name="title" label="Title" />
      <f.SiteText name="body" label="Text" />
    </SheetForm>
  )
}
