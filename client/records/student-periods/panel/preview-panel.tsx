import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, ExternalLink, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { StudentListRow } from '#contract/records/student-periods/shapes.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { isForScreen, keyNameOf, mayActAt } from '#client/platform/ui/focus/screen-keys.ts'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { StudentRecord } from './student-record.tsx'
import type { StudentPreview } from './use-student-preview.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

interface PreviewPanelProps {
  preview: StudentPreview
  row: StudentListRow
  total: number
}

/** Renders the preview of a student: statuses, actions, recent changes. ← and → show the previous and next one. */
export const PreviewPanel = ({ preview, row, total }: PreviewPanelProps) => {
  const panel = usePanelKeys(preview)
  // from student to student
  const [hasForms, setForms] = useState(false)
  return (
    <aside
      ref={panel}
      aria-label="Student"
      data-has-keys
      className="absolute inset-y-0 right-0 z-20 flex w-104 max-w-full flex-col border-l border-line bg-sheet has-data-wide:shadow-pop max-xl:shadow-pop max-xl:has-data-wide:w-full xl:shrink-0 xl:not-has-data-wide:static xl:has-data-wide:w-[min(76rem,78%)]"
    >
      <Head preview={preview} row={row} total={total} />
      {/* relative: hidden inputs scroll with it */}
      <div className="relative flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain p-4 pb-message-room">
        <StudentRecord key={row.id} id={row.id} forms={{ startsOpen: hasForms, onToggle: setForms }} />
      </div>
    </aside>
  )
}

/** Handles the panel's keys while it has the focus; the table has the same ones. */
const usePanelKeys = ({ close, step: turn }: StudentPreview) => {
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const acts: Readonly<Record<string, () => void>> = {
      Escape: close,
      ArrowLeft: () => turn(-1),
      ArrowRight: () => turn(1),
      k: () => turn(-1),
      j: () => turn(1),
    }
    const press = (event: KeyboardEvent) => {
      const key = keyNameOf(event)
      const act = Object.hasOwn(acts, key) ? acts[key] : undefined
      if (!act || !mayActAt(key, event.target) || !isForScreen(event)) return
      event.preventDefault()
      act()
    }
    panel?.addEventListener('keydown', press)
    return () => panel?.removeEventListener('keydown', press)
  }, [panel, close, turn])
  return setPanel
}

const Head = ({ preview, row, total }: PreviewPanelProps) => (
  <header className="flex flex-col gap-1 border-b border-line px-4 py-3">
    <div className="-mr-1.5 flex items-center gap-1">
      <span className="tabular mr-auto text-label text-ink-3">
        {preview.place === null
          ? 'No longer in this list'
          : `${formatNumber(preview.place)} of ${formatNumber(total)}`}
      </span>
      <IconButton
        icon={ChevronLeft}
        label="Previous student"
        size="sm"
        aria-disabled={preview.place === 1}
        onClick={() => preview.step(-1)}
      />
      <IconButton
        icon={ChevronRight}
        label="Next student"
        size="sm"
        aria-disabled={preview.place === total}
        onClick={() => preview.step(1)}
      />
      <IconButton icon={X} label="Close" size="sm" onClick={preview.close} />
    </div>
    {/* announced when the panel shows another student; the focus stays */}
    <h2 aria-live="polite" className="flex items-baseline gap-2 text-dialog font-semibold">
      <Link
        to="/student/$student"
        params={{ student: String(row.student_id) }}
        className="min-w-0 text-ink no-underline hover:underline"
      >
        <Truncate className="block">{row.student_name}</Truncate>
      </Link>
      <ExternalLink size={14} aria-hidden className="shrink-0 self-center text-ink-3" />
    </h2>
    <p className="tabular text-label text-ink-2">{row.sid}</p>
  </header>
)
