import { useSyncExternalStore, type ReactNode } from 'react'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { ProgressBar } from '../progress-bar.tsx'
import type { LongPaste, PasteState } from './long-paste.ts'

/** Characters of a page of a document, with its formatting. */
const pageLength = 5000

/** Said to who does not see the bar. */
const spoken: Partial<Record<PasteState['kind'], string>> = {
  running: 'A long text is being pasted. You can go on typing; Escape cancels it.',
  done: 'The long text was pasted.',
  cancelled: 'Cancelled. Nothing was pasted.',
}

interface PasteStripProps {
  paste: LongPaste
  limit: number
  onCancel: () => void
}

/** Between the toolbar and the text: how far a long paste is, and what hindered it. */
export const PasteStrip = ({ paste, limit, onCancel }: PasteStripProps) => {
  const state = useSyncExternalStore(paste.watched.subscribe, paste.watched.read)
  return (
    <>
      <output className="sr-only">{spoken[state.kind] ?? ''}</output>
      {state.kind === 'running' && (
        <div className="flex items-center gap-3 border-b border-line px-2.5 py-2">
          <ProgressBar label="Pasting a long text" done={state.percent} total={100} className="flex-1" />
          <Button size="sm" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )}
      {state.kind === 'too long' && (
        <Notice onClose={() => paste.watched.say({ kind: 'none' })}>
          Nothing was pasted: it is too long. This text may hold {limit.toLocaleString('en-US')} characters
          with their formatting, about {Math.round(limit / pageLength)} pages. Paste a part of it.
        </Notice>
      )}
      {state.kind === 'stopped' && (
        <Notice onClose={() => paste.watched.say({ kind: 'none' })}>
          Stopped. What was pasted so far stays, for you typed meanwhile; Undo takes both away.
        </Notice>
      )}
    </>
  )
}

const Notice = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <div className="border-b border-line p-1.5">
    <Banner
      tone="warning"
      actions={
        <Button size="sm" onClick={onClose}>
          Close
        </Button>
      }
    >
      {children}
    </Banner>
  </div>
)
