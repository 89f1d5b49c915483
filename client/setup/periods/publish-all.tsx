import { useState } from 'react'
import type { DocumentState } from '#contract/setup/periods/publishing.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { usePlace } from '#client/setup/period-documents/document-page.tsx'
import { useUnpublished, WhatChanges } from '#client/setup/period-documents/unpublished.tsx'
import { PublishProblem } from '#client/setup/period-documents/publish-problem.tsx'
import { usePublish } from '#client/setup/period-documents/use-publish.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { textsOfKind } from '#client/platform/history/setup-text.ts'
import { WaiverImpact } from './waiver-impact.tsx'

/** Returns whether a document has changes that aren't published. */
export const isUnpublished = ({ is_published, version, published }: DocumentState): boolean =>
  is_published && version > 0 && published?.version !== version

interface DialogProps {
  periodId: number
  waiting: readonly DocumentState[]
  onClose: () => void
}

/** Renders the dialog that publishes all or selected documents, each with its changes. */
export const PublishAllDialog = ({ periodId, waiting, onClose }: DialogProps) => {
  const { publish, isSending, lacksReason, problem } = usePublish(periodId)
  const [left, setLeft] = useState<readonly string[]>([])
  const chosen = waiting.filter(({ kind }) => !left.includes(kind))
  const choose = (kind: string, isChosen: boolean): void =>
    setLeft(isChosen ? left.filter((one) => one !== kind) : [...left, kind])
  const submit = async (): Promise<void> => {
    if (await publish(chosen, `${countText(chosen)} published`)) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="Publish to students"
      description="This version applies to students as soon as you publish. Earlier versions are saved."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isSending}
            disabled={chosen.length === 0 || lacksReason}
            onClick={() => void submit()}
          >
            {chosen.length === waiting.length
              ? `Publish all ${formatNumber(waiting.length)}`
              : `Publish ${formatNumber(chosen.length)} of ${formatNumber(waiting.length)}`}
          </Button>
        </>
      }
    >
      <PublishProblem {...problem} />
      <ul className="divide-y divide-line">
        {waiting.map((state) => (
          <UnpublishedDocument
            key={state.kind}
            periodId={periodId}
            state={state}
            isChosen={!left.includes(state.kind)}
            onChoose={(isChosen) => choose(state.kind, isChosen)}
          />
        ))}
      </ul>
    </Dialog>
  )
}

const countText = (states: readonly DocumentState[]): string =>
  states.length === 1 ? (states[0]?.label ?? '') : `${formatNumber(states.length)} setup sections`

interface UnpublishedDocumentProps {
  periodId: number
  state: DocumentState
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

const UnpublishedDocument = ({ periodId, state, isChosen, onChoose }: UnpublishedDocumentProps) => (
  <li className="py-2 first:pt-0 last:pb-0">
    <Checkbox
      label={<span className="font-medium">{state.label}</span>}
      hint={state.published === null ? 'Never published' : 'Unpublished changes'}
      checked={isChosen}
      onChange={(event) => onChoose(event.target.checked)}
    />
    <OneDocument periodId={periodId} state={state} />
  </li>
)

/** Renders the changes of a document; they load when opened. */
const OneDocument = ({ periodId, state }: { periodId: number; state: DocumentState }) => {
  const [isOpen, setOpen] = useState(false)
  const place = usePlace()
  return (
    <Disclosure
      className="ml-4"
      onToggle={setOpen}
      summary={
        <span className="text-label font-medium">
          Changes<span className="sr-only"> in {state.label}</span>
        </span>
      }
    >
      {isOpen && (
        <div className="pt-1 pl-8">
          <Changes periodId={periodId} kind={state.kind} />
          {state.kind === waiverConfiguration.kind && <WaiverImpact place={place} />}
        </div>
      )}
    </Disclosure>
  )
}

const Changes = ({ periodId, kind }: { periodId: number; kind: string }) => (
  <WhatChanges of={useUnpublished(periodId, kind)} words={textsOfKind(kind)} />
)
