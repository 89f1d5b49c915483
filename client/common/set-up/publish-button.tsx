import { Check, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import type { PeriodDocument } from '#contract/periods/document.ts'
import {
  listPeriodDocuments,
  listPeriodHistory,
  listPublications,
  listUnpublishedChanges,
  publishDocuments,
} from '#contract/periods/endpoints.ts'
import type { DocumentState } from '#contract/periods/publishing.ts'
import type { FieldChange } from '#contract/history/shapes.ts'
import type { ApiError } from '#client/lib/api-error.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { formatNumber } from '#client/lib/format.ts'
import { useAsk, useSend } from '#client/lib/query.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Pill } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { ChangeLines } from './change-lines.tsx'
import type { DocumentWords } from './document-words.ts'

interface PublishProps {
  periodId: number
  document: Pick<PeriodDocument, 'kind' | 'label'>
  words?: DocumentWords | undefined
}

const wordsFor = (state: DocumentState): string =>
  state.published === null
    ? 'Not published yet'
    : state.published.version === state.version
      ? 'Published'
      : 'Changes not published'

/** How the document stands before students, and the way to publish it: what changes is shown first. */
export const PublishButton = ({ periodId, document, words }: PublishProps) => {
  const [isOpen, setOpen] = useState(false)
  const { data } = useAsk(listPeriodDocuments, { params: { id: periodId } })
  const state = data?.find(({ kind }) => kind === document.kind)
  if (!state) return null
  const isDone = state.published?.version === state.version
  return (
    <>
      <Pill quiet={isDone} tone={isDone ? 'success' : 'warning'} icon={isDone ? Check : CircleDashed}>
        {wordsFor(state)}
      </Pill>
      {state.version > 0 && !isDone && <Button onClick={() => setOpen(true)}>Publish…</Button>}
      {isOpen && <PublishDialog {...{ periodId, state, words }} onClose={() => setOpen(false)} />}
    </>
  )
}

interface DialogProps {
  periodId: number
  state: DocumentState
  words: DocumentWords | undefined
  onClose: () => void
}

const usePublish = ({ periodId, state, onClose }: Omit<DialogProps, 'words'>) => {
  const toast = useToast()
  const { send, isSending, error } = useSend(publishDocuments, {
    refreshes: [listPeriodDocuments, listUnpublishedChanges, listPublications, listPeriodHistory],
    quiet: true,
  })
  const publish = async (): Promise<void> => {
    const documents = [{ kind: state.kind, version: state.version }]
    const sent = await send({ params: { id: periodId }, body: { documents } }).catch(() => null)
    if (!sent) return
    toast.show({ tone: 'success', title: `${state.label} published` })
    onClose()
  }
  return { publish, isSending, failure: error }
}

const PublishDialog = (props: DialogProps) => {
  const { periodId, state, onClose } = props
  const { publish, isSending, failure } = usePublish(props)
  const read = useAsk(listUnpublishedChanges, { params: { id: periodId }, query: { kind: state.kind } })
  const changes = read.isFetchedAfterMount ? read.data : undefined
  const count = changes?.length ?? 0
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Publish ${state.label}`}
      description="From now on this is what holds for students. What was published before is kept."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isSending}
            disabled={changes === undefined}
            onClick={() => void publish()}
          >
            {count === 0 ? 'Publish' : `Publish ${formatNumber(count)} ${count === 1 ? 'change' : 'changes'}`}
          </Button>
        </>
      }
    >
      {failure && (
        <Banner tone="danger">
          {failure.kind === 'stale'
            ? 'Somebody saved it since you read it. Close this and look at it again before you publish.'
            : failure.message}
        </Banner>
      )}
      <WhatChanges
        changes={changes}
        words={props.words}
        error={read.error}
        onRetry={() => void read.refetch()}
      />
    </Dialog>
  )
}

interface WhatChangesProps {
  changes: readonly FieldChange[] | undefined
  words: DocumentWords | undefined
  error: ApiError | null
  onRetry: () => void
}

const WhatChanges = ({ changes, words, error, onRetry }: WhatChangesProps) => {
  if (changes) return <ChangeLines changes={changes} words={words} none="It is published as it stands." />
  if (!error) return <SkeletonRows rows={3} label="Loading what would change" />
  return (
    <FailedState
      compact
      error={error}
      what="What would change"
      who="Only Shipmate Admins publish."
      onRetry={onRetry}
    />
  )
}
