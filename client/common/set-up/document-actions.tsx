import type { Shape } from '#contract/document.ts'
import type { PeriodDocument } from '#contract/periods/document.ts'
import { listPeriodDocuments } from '#contract/periods/endpoints.ts'
import { useAsk } from '#client/lib/query.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { SubmitButton } from '#client/ui/form/form.tsx'
import { keepFocus } from '#client/ui/keep-focus.ts'
import { ChangesButton } from './changes-sheet.tsx'
import { wordsOf, type DocumentWords } from './document-words.ts'
import { PublishButton } from './publish-button.tsx'
import type { DocumentEdit } from './use-document-edit.ts'

interface DocumentActionsProps<S extends Shape> {
  periodId: number
  document: PeriodDocument<string, S>
  edit: DocumentEdit<S>
  /** How its changes are told, where its own words would not do. */
  words?: DocumentWords | undefined
  /** What its history is called, where that tells of more than this one. */
  historyLabel?: string | undefined
  /** Of the form that Save sends. */
  formId: string
}

/** What is done with a document that is being edited: its history, publishing, discarding, saving. */
export const DocumentActions = <S extends Shape>(props: DocumentActionsProps<S>) => {
  const { periodId, document, edit, words = wordsOf(document), formId } = props
  const { historyLabel = document.label } = props
  const { data } = useAsk(
    listPeriodDocuments,
    { params: { id: periodId } },
    { enabled: document.isPublished },
  )
  // only what is saved can be published: as it comes may be just what is wanted
  const isUntouched = data?.find(({ kind }) => kind === document.kind)?.version === 0 && document.isPublished
  return (
    <div ref={keepFocus} className="contents">
      <ChangesButton periodId={periodId} kind={document.kind} label={historyLabel} words={words} />
      {document.isPublished && !edit.isDirty && (
        <PublishButton periodId={periodId} document={document} words={words} />
      )}
      {edit.isDirty && <Button onClick={edit.form.draft.discard}>Discard</Button>}
      {/* a phone's row of buttons goes on beyond its edge: the main one stands first there */}
      <SubmitButton
        form={edit.form}
        formId={formId}
        disabled={!edit.isDirty && !isUntouched}
        className="max-md:order-first"
      >
        Save
      </SubmitButton>
    </div>
  )
}
