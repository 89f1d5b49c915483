import { useId, useState, type ReactNode } from 'react'
import type { Content, Shape } from '#contract/platform/document.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { freshly, Loaded, together, type Reloaded } from '#client/platform/ui/states/loaded.tsx'
import { useRecordChanged } from '#client/platform/common/live-rows.ts'
import type { SiteLanguage } from '#contract/setup/site/rendering.ts'
import { EditedLanguage } from '#client/setup/period-documents/office-texts.tsx'
import { DocumentActions } from '#client/setup/period-documents/document-actions.tsx'
import { SeenVersion } from '#client/setup/period-documents/page-line.tsx'
import { useDocument, useSendDocument } from '#client/setup/period-documents/document-page.tsx'
import {
  readDocument,
  useDocumentEdit,
  type Additions,
} from '#client/setup/period-documents/use-document-edit.ts'
import { wordsOf } from '#client/platform/history/document-text.ts'
import { Readable } from '#client/platform/edit/unreadable.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Form, FormSummary } from '#client/platform/ui/form/form.tsx'
import { Sheet } from '#client/platform/ui/overlays/sheet.tsx'

interface SheetFormProps<S extends Shape> {
  periodId: number
  document: PeriodDocument<string, S>
  /** Endpoints that show the document, besides those that show every document. */
  refreshes: readonly Endpoint[]
  /** Other data to load before it can be edited. */
  needs?: Reloaded<unknown>
  /** What the form shows besides what’s saved. */
  additions?: Additions<Content<S>>
  children: ReactNode
}

interface DocumentSheetProps<S extends Shape> extends SheetFormProps<S> {
  /** The button's text. */
  label: string
  /** The sheet's title. */
  title: string
}

/** Renders a button that opens a page's second document in a sheet. Unsaved text is saved as a draft. */
export const DocumentSheet = <S extends Shape>({ label, title, ...form }: DocumentSheetProps<S>) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={title} isWide>
        {isOpen && (
          <Readable compact renderInstead={(state) => state}>
            <LoadedSheet {...form} />
          </Readable>
        )}
      </Sheet>
    </>
  )
}

const LoadedSheet = <S extends Shape>(props: SheetFormProps<S>) => {
  const read = useDocument(props.document, props.periodId)
  useRecordChanged('period', props.periodId, () => void read.refetch())
  const { needs = read, document } = props
  return (
    <Loaded
      of={together(freshly(read), freshly(needs))}
      compact
      what={document.label}
      who="Only Shipmate Admins can set up a policy year."
      rows={4}
      label={`Loading ${document.label}`}
    >
      {([data]) => <SheetForm {...props} data={data} />}
    </Loaded>
  )
}

/** Renders the document's form, with Save and Publish above it. */
const SheetForm = <S extends Shape>(props: SheetFormProps<S> & { data: unknown }) => {
  const { periodId, document, refreshes, additions, data, children } = props
  const formId = useId()
  const [language, setLanguage] = useState<SiteLanguage>('en')
  const edit = useDocumentEdit({
    document,
    periodId,
    record: readDocument(document, data),
    additions,
    save: useSendDocument(document, periodId, refreshes),
  })
  return (
    <div className="flex flex-col gap-3 px-5 pt-1 pb-5">
      {document.isPublished && (
        <div className="text-label text-ink-2 empty:hidden">
          <SeenVersion {...{ periodId, document }} words={wordsOf(document)} />
        </div>
      )}
      <div className="sticky top-0 z-10 -mx-5 flex flex-wrap items-center justify-end gap-2 bg-raised px-5 py-2">
        <DocumentActions {...{ periodId, document, edit, formId }} />
      </div>
      <div className="empty:hidden [&>*]:mb-0">{edit.behind}</div>
      <Form form={edit.form} id={formId} names={document.labels}>
        <FormSummary />
        <EditedLanguage {...{ document, language }} onChange={setLanguage}>
          <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">{children}</div>
        </EditedLanguage>
      </Form>
      {edit.conflict}
    </div>
  )
}
